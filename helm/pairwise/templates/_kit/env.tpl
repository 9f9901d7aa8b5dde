{{/*
The environment of one process, from registry.yaml (its head explains the fields) and keys.yaml; call with
(dict "root" $ "name" service "entry" its-registry-entry "environment" its-and-every-service's "process" process "processes" list "pods" its-values "reaches" list).
Processes that run as one each have their own addresses (shared/kit/run.py); the health of `web` is that of all.
*/}}
{{- define "pairwise.environment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $fullname := include "pairwise.fullname" $root -}}
{{- $context := dict "Values" $values "Template" $root.Template "service" .name "process" .process "fullname" $fullname "pods" .pods -}}
{{- range $setting, $from := .environment }}
{{- $isRead := not $from.processes }}
{{- range $from.processes }}{{ if has . $.processes }}{{ $isRead = true }}{{ end }}{{ end }}
{{- if and (gt (len $.processes) 1) (has $setting (list "PAIRWISE_LISTEN" "PAIRWISE_HEALTH_LISTEN")) }}
{{- range $.processes }}
{{- $port := ternary (include "pairwise.port" (list $root .)) "8081" (eq $setting "PAIRWISE_LISTEN") }}
{{- $isReached := or (eq . "web") (and (ne . "worker") (eq $setting "PAIRWISE_LISTEN")) }}
- {name: {{ $setting }}_{{ upper . }}, value: "{{ ternary (printf "0.0.0.0:%s" $port) "127.0.0.1:0" $isReached }}"}
{{- end }}
{{- else if and $isRead (or $.entry.asks (not $from.asking)) (eq (tpl ($from.when | default "true") $context) "true") }}
{{- $template := ternary $from.stand_in $from.cluster (and $values.standIns.enabled (hasKey $from "stand_in")) }}
{{- if $template }}
{{- with tpl $template $context }}
- {name: {{ $setting }}, value: {{ . | quote }}}
{{- end }}
{{- else if $from.secret }}
- name: {{ $setting }}
  valueFrom: {secretKeyRef: {name: {{ include "pairwise.secret" (list $root $from.secret) }}, key: {{ $from.entry | default $.name }}}}
{{- else if $from.file }}
- {name: {{ $setting }}, value: /etc/pairwise/keys/{{ $from.file }}}
{{- end }}
{{- end }}
{{- end }}
{{- range $secret, $entry := .keys }}
{{- if has $.name $entry.services }}
- name: {{ $entry.setting }}
  valueFrom: {secretKeyRef: {name: {{ include "pairwise.secret" (list $root "keys") }}, key: {{ $secret }}}}
{{- end }}
{{- end }}
{{- range $asked, $methods := .entry.asks }}
- {name: RPC_{{ upper $asked }}, value: "{{ $fullname }}-{{ $asked }}-rpc:8080"}
{{- end }}
{{- if has "store" .reaches }}
{{- include "pairwise.storeEnvironment" . }}
{{- end }}
{{- include "pairwise.tracesEnvironment" (dict "values" $values "name" (printf "%s-%s" .name .process)) }}
{{- end }}

{{/* The variables by which S3 clients (fsspec, botocore) find and enter the object store. */}}
{{- define "pairwise.storeEnvironment" -}}
{{- $store := .root.Values.store }}
{{- with $store.endpoint }}
- {name: AWS_ENDPOINT_URL_S3, value: {{ . | quote }}}
{{- end }}
{{- with $store.region }}
- {name: AWS_DEFAULT_REGION, value: {{ . | quote }}}
{{- end }}
{{- if and (eq $store.auth "secret") (not $store.claim) }}
{{- $secret := include "pairwise.secret" (list .root "store") }}
- name: AWS_ACCESS_KEY_ID
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: {{ .name }}-access-key-id}}
- name: AWS_SECRET_ACCESS_KEY
  valueFrom: {secretKeyRef: {name: {{ $secret }}, key: {{ .name }}-secret-access-key}}
{{- end }}
{{- end }}

{{- define "pairwise.tracesEnvironment" -}}
{{- with .values.traces.endpoint }}
- {name: OTEL_EXPORTER_OTLP_ENDPOINT, value: {{ . | quote }}}
{{- end }}
{{- end }}
