{{/* The name that every object of the release begins with. */}}
{{- define "pairwise.fullname" -}}
{{- .Values.fullnameOverride | default .Release.Name -}}
{{- end }}

{{/* The name of one object; call with (list $ "chat-web"). */}}
{{- define "pairwise.name" -}}
{{- printf "%s-%s" (include "pairwise.fullname" (index . 0)) (index . 1) -}}
{{- end }}

{{/* The name of a Secret made outside the chart: as .Values.secrets says, or `<fullname>-<default>`; (list $ "databases"). */}}
{{- define "pairwise.secret" -}}
{{- $root := index . 0 -}}
{{- $key := index . 1 -}}
{{- get $root.Values.secrets $key | default (include "pairwise.name" (list $root (kebabcase $key))) -}}
{{- end }}

{{/* The ConfigMap with the public keys of all services. */}}
{{- define "pairwise.callers" -}}
{{- .Values.callers.publicKeys | default (include "pairwise.name" (list . "callers")) -}}
{{- end }}

{{/* The ConfigMap with the site documents. */}}
{{- define "pairwise.sites" -}}
{{- .Values.sites.existingConfigMap | default (include "pairwise.name" (list . "sites")) -}}
{{- end }}

{{/* An image with the registry in front; call with (list $ "services"). */}}
{{- define "pairwise.image" -}}
{{- $root := index . 0 -}}
{{- $image := get $root.Values.image (index . 1) -}}
{{- with $root.Values.image.registry }}{{ . | trimSuffix "/" }}/{{ end }}{{ $image }}
{{- end }}

{{/*
The pod that a workload runs in; call with (list $ "chat-rpc"). With the profile `small` it is the one of its service, the
web app runs in that of the gateway, and the provisioner in that of the lander.
*/}}
{{- define "pairwise.podOf" -}}
{{- $name := index . 1 -}}
{{- if eq (index . 0).Values.profile "small" -}}
{{- $name = get (dict "webapp" "gateway" "provisioner" "lander") $name | default (regexReplaceAll "-(web|rpc|worker|live)$" $name "") -}}
{{- end -}}
{{- $name -}}
{{- end }}

{{/* The container port of a workload: those in one pod differ. Call with (list $ "chat-rpc"). */}}
{{- define "pairwise.port" -}}
{{- $own := dict "rpc" 8082 "live" 8083 "webapp" 8084 -}}
{{- $process := index . 1 | splitList "-" | last -}}
{{- ternary (get $own $process | default 8080) 8080 (eq (index . 0).Values.profile "small") -}}
{{- end }}

{{/* Its name. */}}
{{- define "pairwise.portName" -}}
{{- ternary "main" (index . 1 | splitList "-" | last) (eq (include "pairwise.port" .) "8080") -}}
{{- end }}

{{/* The port for probes and metrics of the gateway, the web app, the provisioner or a service; its name is `health` or `health-<port>`. */}}
{{- define "pairwise.healthPort" -}}
{{- $own := dict "webapp" 8085 "provisioner" 8086 -}}
{{- ternary (get $own (index . 1) | default 8081) 8081 (eq (index . 0).Values.profile "small") -}}
{{- end }}
{{- define "pairwise.healthPortName" -}}
{{- $port := include "pairwise.healthPort" . -}}
{{- ternary "health" (printf "health-%s" $port) (eq $port "8081") -}}
{{- end }}
