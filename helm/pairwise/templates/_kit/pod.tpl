{{/*
The settings of one workload, closest last: `pods`, then those of its kind (`processes.web`, `gateway`), then its own
(`services.chat.web`). Call with a list of dicts; returns JSON.
*/}}
{{- define "pairwise.settings" -}}
{{- $merged := dict -}}
{{- range . -}}
{{- $merged = mustMergeOverwrite $merged (deepCopy (. | default dict)) -}}
{{- end -}}
{{- $merged | toJson -}}
{{- end }}

{{/* The metadata of a pod; call with (dict "root" $ "name" name "pods" settings "checksums" dict "metrics" port). */}}
{{- define "pairwise.podMetadata" -}}
labels:
  app.kubernetes.io/part-of: pairwise
  {{- include "pairwise.selector" (list .root .name) | nindent 2 }}
  {{- with .root.Values.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with .pods.labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $annotations := merge (dict) .pods.annotations (.checksums | default dict) }}
{{- with .metrics }}
{{- $_ := set $annotations "prometheus.io/scrape" "true" }}
{{- $_ := set $annotations "prometheus.io/port" (toString .port) }}
{{- $_ := set $annotations "prometheus.io/path" .path }}
{{- end }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/*
The parts of a pod that all workloads share; call with (dict "root" $ "name" name "pods" settings).
A pod that leaves goes on for some seconds (preStop), until everybody sends their new connections elsewhere, is then told
to stop, and finishes what is under way in ten.
*/}}
{{- define "pairwise.pod" -}}
serviceAccountName: {{ include "pairwise.name" (list .root .name) }}
automountServiceAccountToken: false
enableServiceLinks: false
terminationGracePeriodSeconds: {{ .pods.terminationGracePeriodSeconds }}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - {name: {{ . }}}
  {{- end }}
{{- end }}
{{- with .pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .pods.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pods.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .pods.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext: {{- include "pairwise.podSecurity" . | nindent 2 }}
{{- end }}

{{/* Replicas of one workload stand on different nodes and zones; call as "pairwise.pod". */}}
{{- define "pairwise.spread" -}}
{{- $constraints := list }}
{{- range $key, $when := dict "kubernetes.io/hostname" .root.Values.spread.hosts "topology.kubernetes.io/zone" .root.Values.spread.zones }}
{{- if ne $when "none" }}
{{- $constraints = append $constraints (list $key $when) }}
{{- end }}
{{- end }}
{{- with $constraints }}
topologySpreadConstraints:
  {{- range . }}
  - maxSkew: 1
    topologyKey: {{ index . 0 }}
    whenUnsatisfiable: {{ index . 1 }}
    labelSelector: {matchLabels: {{ include "pairwise.selector" (list $.root $.name) | fromYaml | toJson }}}
    # Pods of a rollout are spread among themselves: those that leave would be counted, and the new ones left lopsided.
    matchLabelKeys: [pod-template-hash]
  {{- end }}
{{- end }}
{{- end }}

{{/* The parts of a container that all have; call with (dict "root" $ "image" "services" "pods" settings). */}}
{{- define "pairwise.container" -}}
image: {{ include "pairwise.image" (list .root .image) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{- with .pods.extraEnvFrom }}
envFrom: {{- toYaml . | nindent 2 }}
{{- end }}
resources: {{- toYaml .pods.resources | nindent 2 }}
securityContext: {{- include "pairwise.containerSecurity" . | nindent 2 }}
{{- end }}

{{/* A new pod is ready before an old one leaves; the number of replicas is the autoscaler's, if there is one. */}}
{{- define "pairwise.replicas" -}}
{{- if not (dig "autoscaling" "enabled" false .pods) }}
replicas: {{ .pods.replicas }}
{{- end }}
selector: {matchLabels: {{ include "pairwise.selector" (list .root .name) | fromYaml | toJson }}}
{{- if .isAlone }}
# Two provisioners would change the same consumers back and forth.
strategy: {type: Recreate}
{{- else }}
strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
{{- end }}
{{- end }}
