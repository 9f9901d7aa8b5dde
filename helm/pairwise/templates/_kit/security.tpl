{{/* Nothing runs as root. Ids that are null are left to the cluster, as OpenShift wants them. */}}
{{- define "pairwise.podSecurity" -}}
runAsNonRoot: true
{{- range $field := list "runAsUser" "runAsGroup" "fsGroup" }}
{{- if not (kindIs "invalid" (get $.pods $field)) }}
{{ $field }}: {{ get $.pods $field }}
{{- end }}
{{- end }}
{{- if not (kindIs "invalid" .pods.fsGroup) }}
# A large volume is gone through once, not at each start.
fsGroupChangePolicy: OnRootMismatch
{{- end }}
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{/* Nothing writes to its image or gains privileges. */}}
{{- define "pairwise.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: {{ .pods.readOnlyRootFilesystem }}
capabilities: {drop: [ALL]}
{{- end }}
