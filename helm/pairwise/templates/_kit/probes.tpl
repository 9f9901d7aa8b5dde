{{/*
Probes of a process with /health/live and /health/ready on its health port; call with (list $ "chat-web"). Starting takes a few seconds of CPU, more
on a busy node: until the startup probe has succeeded once, nothing restarts it. Readiness asks the database.
*/}}
{{- define "pairwise.probes" -}}
{{- $port := include "pairwise.healthPortName" . -}}
startupProbe:
  httpGet: {path: /health/live, port: {{ $port }}}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 150
readinessProbe:
  httpGet: {path: /health/ready, port: {{ $port }}}
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 3
livenessProbe:
  httpGet: {path: /health/live, port: {{ $port }}}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
