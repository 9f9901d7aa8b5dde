{{/*
The environment of one process, from registry.yaml (its head explains the fields) and keys.yaml; call with
(dict "root" $ "name" service "entry" its-registry-entry "environment" its-and-every-service's "process" process "pods" its-values "reaches" list).
*/}}
{{- define "pairwise.environment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
{{- $fullname := include "pairwise.fullname" $root -}}
{{- $context := dict "Values" $values "Template" $root.Template "service" .name "process" .process "fullname" $fullname "pods" .pods -}}
{{- range $setting, $from := .environment }}
{{- if and (has $.process ($from.processes | default $.entry.processes)) (or $.entry.asks (not $from.asking)) (eq (tpl ($from.when | default "true") $context) "true") }}
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

{{/* What an operator adds to a container: extraEnv and extraEnvFrom. */}}
{{- define "pairwise.extraEnvironment" -}}
{{- with .extraEnv }}
{{- toYaml . }}
{{- end }}
{{- end }}
