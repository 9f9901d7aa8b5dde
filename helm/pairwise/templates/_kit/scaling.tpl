{{/*
The autoscaler of one workload. CPU: an HPA, whose target is a part of a core, because a share of a small request would be
a few percent of one. Live: by CPU, for sends, and by open streams: KEDA on Prometheus, or an HPA on the metric of a metrics adapter. Events that wait: KEDA on the consumers of the service in NATS.
*/}}
{{- define "pairwise.autoscaler" -}}
{{- $scaling := .pods.autoscaling | default dict }}
{{- if $scaling.enabled }}
{{- if or (eq .kind "worker") (and (eq .kind "live") .root.Values.keda.prometheus) }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {{- include "pairwise.metadata" (dict "root" .root "name" .name) | nindent 2 }}
spec:
  scaleTargetRef: {name: {{ include "pairwise.name" (list .root .name) }}}
  minReplicaCount: {{ $scaling.minReplicas }}
  maxReplicaCount: {{ $scaling.maxReplicas }}
  {{- if eq .kind "live" }}
  advanced: {horizontalPodAutoscalerConfig: {behavior: {{ include "pairwise.scalingBehavior" . | fromYaml | toJson }}}}
  triggers:
    - type: prometheus
      metadata:
        serverAddress: {{ .root.Values.keda.prometheus | quote }}
        query: sum(live_streams{namespace={{ .root.Release.Namespace | quote }}, pod=~"{{ include "pairwise.name" (list .root .name) }}-.+"})
        threshold: {{ $scaling.streams | quote }}
    - {type: cpu, metricType: AverageValue, metadata: {value: {{ $scaling.cpu | quote }}}}
  {{- else }}
  cooldownPeriod: 300
  triggers:
    {{- range $owner, $events := .entry.consumes }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ $.root.Values.keda.natsMonitoring | quote }}
        account: $G
        stream: {{ upper $owner }}
        consumer: {{ $.service }}
        lagThreshold: {{ $scaling.pendingEvents | quote }}
    {{- end }}
  {{- end }}
{{- else }}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {{- include "pairwise.metadata" (dict "root" .root "name" .name) | nindent 2 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ include "pairwise.name" (list .root .name) }}}
  minReplicas: {{ $scaling.minReplicas }}
  maxReplicas: {{ $scaling.maxReplicas }}
  metrics:
    {{- if eq .kind "live" }}
    - type: Pods
      pods: {metric: {name: live_streams}, target: {type: AverageValue, averageValue: {{ $scaling.streams | quote }}}}
    {{- end }}
    - type: Resource
      resource: {name: cpu, target: {type: AverageValue, averageValue: {{ $scaling.cpu | quote }}}}
    {{- with int $scaling.memoryPercent }}
    - type: Resource
      resource: {name: memory, target: {type: Utilization, averageUtilization: {{ . }}}}
    {{- end }}
  behavior: {{- include "pairwise.scalingBehavior" . | nindent 4 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Up at once, down slowly: a pod that leaves ends the streams and connections it holds. */}}
{{- define "pairwise.scalingBehavior" -}}
scaleUp: {stabilizationWindowSeconds: 0}
scaleDown: {stabilizationWindowSeconds: 300, policies: [{type: Pods, value: 1, periodSeconds: 60}]}
{{- end }}
