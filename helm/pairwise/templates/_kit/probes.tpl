{{/*
Probes of a process with /health/live and /health/ready on its port `health`. Starting takes a few seconds of CPU, more
on a busy node: until the startup probe has succeeded once, nothing restarts it. Readiness asks the database.
*/}}
{{- define "pairwise.probes" -}}
startupProbe:
  httpGet: {path: /health/live, port: health}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 150
readinessProbe:
  httpGet: {path: /health/ready, port: health}
  periodSeconds: 5
  timeoutSeconds: 4
  failureThreshold: 3
livenessProbe:
  httpGet: {path: /health/live, port: health}
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
{{- end }}
