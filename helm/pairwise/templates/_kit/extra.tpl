{{/*
What an operator adds to a workload, and the certificate authorities that every client trusts; call with
(dict "root" $ "pods" settings).
*/}}
{{- define "pairwise.extraEnvironment" -}}
{{- if ne .root.Values.logLevel "info" }}
- {name: LOG_LEVEL, value: {{ .root.Values.logLevel }}}
{{- end }}
{{- with include "pairwise.authorities" .root }}
{{- /* OpenSSL (NATS, Redis, SMTP), requests, botocore, gRPC, libpq, Node. */}}
{{- range list "SSL_CERT_FILE" "REQUESTS_CA_BUNDLE" "AWS_CA_BUNDLE" "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH" "PGSSLROOTCERT" "NODE_EXTRA_CA_CERTS" }}
- {name: {{ . }}, value: {{ include "pairwise.authorities" $.root }}}
{{- end }}
{{- end }}
{{- with .pods.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The path of their file; empty are those of the image. */}}
{{- define "pairwise.authorities" -}}
{{- with .Values.authorities }}{{ if .configMap }}/etc/pairwise/authorities/{{ .entry }}{{ end }}{{ end -}}
{{- end }}

{{- define "pairwise.extraMounts" -}}
{{- if .root.Values.authorities.configMap }}
- {name: authorities, mountPath: /etc/pairwise/authorities, readOnly: true}
{{- end }}
{{- with .pods.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "pairwise.extraVolumes" -}}
{{- with .root.Values.authorities.configMap }}
- {name: authorities, configMap: {name: {{ . }}}}
{{- end }}
{{- with .pods.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "pairwise.extraContainers" -}}
{{- with .pods.extraContainers }}
{{ toYaml . }}
{{- end }}
{{- end }}
