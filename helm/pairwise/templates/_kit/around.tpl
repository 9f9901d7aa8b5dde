{{/*
The objects beside each Deployment: its ServiceAccount, and for those with several replicas a PodDisruptionBudget and an
autoscaler; call with (dict "root" $ "name" "chat-web" "pods" settings "kind" "web").
*/}}
{{- define "pairwise.account" -}}
apiVersion: v1
kind: ServiceAccount
metadata: {{- include "pairwise.metadata" (dict "root" .root "name" .name "annotations" (merge (dict) (.hook | default dict) (dig "serviceAccount" "annotations" dict .pods))) | nindent 2 }}
automountServiceAccountToken: false
{{- end }}

{{/* A node that is emptied takes one pod of a workload at a time. */}}
{{- define "pairwise.budget" -}}
{{- if .root.Values.budgets.enabled }}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{- include "pairwise.metadata" (dict "root" .root "name" .name) | nindent 2 }}
spec:
  maxUnavailable: {{ .root.Values.budgets.maxUnavailable }}
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector: {matchLabels: {{ include "pairwise.selector" (list .root .name) | fromYaml | toJson }}}
{{- end }}
{{- end }}

{{- define "pairwise.around" -}}
{{ include "pairwise.account" . }}
---
{{ include "pairwise.budget" . }}
---
{{ include "pairwise.autoscaler" . }}
{{- end }}
