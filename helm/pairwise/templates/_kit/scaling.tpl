{{/*
The autoscaler of one workload. CPU: an HPA. Open streams: an HPA on the metric `live_streams` of the pods (through a
metrics adapter), or KEDA on Prometheus. Events that wait: KEDA on the consumers of the service in NATS.
*/}}
{{- define "pairwise.autoscaler" -}}
{{- $scaling := .pods.autoscaling | default dict }}
{{- if $scaling.enabled }}
{{- if eq .kind "worker" }}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {{- include "pairwise.metadata" (dict "root" .root "name" .name) | nindent 2 }}
spec:
  scaleTargetRef: {name: {{ include "pairwise.name" (list .root .name) }}}
  minReplicaCount: {{ $scaling.minReplicas }}
  maxReplicaCount: {{ $scaling.maxReplicas }}
  cooldownPeriod: 300
  triggers:
    {{- range $heard, $events := .entry.hears }}
    - type: nats-jetstream
      metadata:
        natsServerMonitoringEndpoint: {{ $.root.Values.keda.natsMonitoring | quote }}
        account: $G
        stream: {{ upper $heard }}
        consumer: {{ $.service }}
        lagThreshold: {{ $scaling.pendingEvents | quote }}
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
    {{- else }}
    - type: Resource
      resource: {name: cpu, target: {type: Utilization, averageUtilization: {{ $scaling.cpuPercent }}}}
    {{- end }}
    {{- with int $scaling.memoryPercent }}
    - type: Resource
      resource: {name: memory, target: {type: Utilization, averageUtilization: {{ . }}}}
    {{- end }}
  behavior:
    # Up at once, down slowly: a pod that leaves ends the streams and connections it holds.
    scaleUp: {stabilizationWindowSeconds: 0}
    scaleDown: {stabilizationWindowSeconds: 300, policies: [{type: Pods, value: 1, periodSeconds: 60}]}
{{- end }}
{{- end }}
{{- end }}
