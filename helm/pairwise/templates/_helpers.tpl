{{- define "pairwise.labels" -}}
app.kubernetes.io/part-of: pairwise
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Nothing runs as root, writes to its image or gains privileges. */}}
{{- define "pairwise.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "pairwise.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{/*
A rolling update: a new pod is ready before an old one leaves. One that leaves goes on for five seconds (preStop), until
everybody sends their new connections elsewhere, is then told to stop, and finishes what is under way in ten.
*/}}
{{- define "pairwise.leaving" -}}
terminationGracePeriodSeconds: 30
{{- end }}

{{/* A node that is emptied takes one pod at a time; call with (dict "root" $ "name" deployment). */}}
{{- define "pairwise.disruption" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ .name }}
  labels: {{- include "pairwise.labels" .root | nindent 4 }}
    app.kubernetes.io/name: {{ .name }}
spec:
  maxUnavailable: 1
  selector: {matchLabels: {app.kubernetes.io/name: {{ .name }}, app.kubernetes.io/instance: {{ .root.Release.Name }}}}
{{- end }}

{{/* What every process of a service is told; call with (dict "root" $ "name" service "entry" its-registry-entry "process" process). */}}
{{- define "pairwise.environment" -}}
{{- $values := .root.Values -}}
- {name: PAIRWISE_ENV, value: {{ $values.environment | quote }}}
- {name: PAIRWISE_PUBLIC_URL, value: {{ $values.publicUrl | quote }}}
- {name: PAIRWISE_LISTEN, value: "0.0.0.0:8080"}
- {name: PAIRWISE_HEALTH_LISTEN, value: "0.0.0.0:8081"}
- {name: SITES_DIR, value: /etc/pairwise/sites}
- {name: TOKEN_PUBLIC_KEY, value: /etc/pairwise/keys/token-public.pem}
- name: DATABASE_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.databases }}, key: {{ .name }}}}
- name: NATS_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.nats }}, key: {{ .name }}}}
- name: REDIS_URL
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.redis }}, key: {{ .name }}}}
{{- range $secret, $entry := .root.Files.Get "keys.yaml" | fromYaml }}
{{- if has $.name $entry.services }}
- name: {{ $entry.setting }}
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.keys }}, key: {{ $secret }}}}
{{- end }}
{{- end }}
{{- range $asked, $methods := .entry.asks }}
- {name: RPC_{{ upper $asked }}, value: "{{ $asked }}-rpc:8080"}
{{- end }}
{{- if .entry.asks }}
- {name: CALLER_PRIVATE_KEY, value: /etc/pairwise/caller/{{ .name }}.pem}
{{- end }}
{{- if eq .process "rpc" }}
- {name: CALLER_PUBLIC_KEYS, value: /etc/pairwise/callers}
- {name: CALLER_AUTH, value: {{ $values.callers.auth | quote }}}
{{- end }}
{{- if eq .name "identity" }}
- {name: TOKEN_PRIVATE_KEY, value: /etc/pairwise/keys/token-private.pem}
{{- end }}
{{- if eq .name "identity" }}
- {name: STORE_URL, value: {{ $values.identity.storeUrl | quote }}}
- name: PUSH_PUBLIC_KEY
  valueFrom: {secretKeyRef: {name: {{ $values.secrets.keys }}, key: vapid-public}}
{{- end }}
{{- if eq .name "notifications" }}
- {name: SMTP_URL, value: {{ $values.smtp.url | quote }}}
- {name: SMTP_TLS, value: {{ $values.smtp.tls | quote }}}
- {name: PUSH_HOSTS, value: {{ join "," $values.push.hosts | quote }}}
{{- end }}
{{- if eq .name "profiles" }}
- {name: MEDIA_URL, value: {{ $values.media.url | quote }}}
{{- end }}
{{- if eq .name "chat" }}
- {name: MEDIA_URL, value: {{ $values.media.chatUrl | quote }}}
{{- end }}
{{- if eq .name "billing" }}
- {name: PAYMENTS_API_URL, value: {{ $values.payments.apiUrl | quote }}}
- {name: PAYMENTS_WEBHOOK_URL, value: "{{ $values.publicUrl }}/api/payment-webhook.php"}
- {name: SMS_URL, value: {{ $values.sms.url | quote }}}
{{- end }}
{{- end }}

{{/* A site document, with the chart's word on account_disclosure where it has one. */}}
{{- define "pairwise.site" -}}
{{- $chart := index . 0 -}}
{{- $document := index . 1 -}}
{{- if $chart.Values.accountDisclosure -}}
{{- $line := printf "account_disclosure: %s" $chart.Values.accountDisclosure -}}
{{- regexReplaceAll "(?m)^account_disclosure:.*$" $document $line -}}
{{- else -}}
{{- $document -}}
{{- end -}}
{{- end -}}
