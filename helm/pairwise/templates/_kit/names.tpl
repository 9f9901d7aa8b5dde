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
