{{/* Labels of every object. */}}
{{- define "pairwise.labels" -}}
app.kubernetes.io/part-of: pairwise
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- with .Values.labels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The metadata of an object; call with (dict "root" $ "name" "chat-web"), optionally "labels" and "annotations". */}}
{{- define "pairwise.metadata" -}}
name: {{ include "pairwise.name" (list .root .name) }}
labels:
  {{- include "pairwise.labels" .root | nindent 2 }}
  app.kubernetes.io/name: {{ .name }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (.annotations | default dict) .root.Values.annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Selects the pods of one workload; call with (list $ "chat-web"). The labels never change between releases. */}}
{{- define "pairwise.selector" -}}
app.kubernetes.io/name: {{ include "pairwise.podOf" . }}
app.kubernetes.io/instance: {{ (index . 0).Release.Name }}
{{- end }}
