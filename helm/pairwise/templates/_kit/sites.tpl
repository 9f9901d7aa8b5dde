{{/*
The site documents as the data of a ConfigMap: those of .Values.sites.documents, or the chart's own where there are
none, with the chart's word on account_disclosure where it has one. Empty with an existing ConfigMap.
*/}}
{{- define "pairwise.siteDocuments" -}}
{{- $documents := dict -}}
{{- if .Values.sites.documents -}}
{{- range $name, $document := .Values.sites.documents -}}
{{- $_ := set $documents (printf "%s.yaml" $name) (toYaml $document) -}}
{{- end -}}
{{- else if not .Values.sites.existingConfigMap -}}
{{- range $path, $document := .Files.Glob "sites/*.yaml" -}}
{{- $_ := set $documents (base $path) (toString $document) -}}
{{- end -}}
{{- end -}}
{{- range $name, $document := $documents }}
{{ $name }}: {{ include "pairwise.site" (list $ $document) | toYaml | indent 1 | trim }}
{{- end }}
{{- end }}

{{/* The sites' other files as the binaryData of a ConfigMap, whose keys have two low lines for a slash. */}}
{{- define "pairwise.siteFiles" -}}
{{- range $name, $files := .Values.sites.files }}
{{- range $path, $content := $files }}
{{ printf "%s__%s" $name ($path | replace "/" "__") }}: {{ $content | quote }}
{{- end }}
{{- end }}
{{- end }}

{{- define "pairwise.site" -}}
{{- $root := index . 0 -}}
{{- $document := index . 1 -}}
{{- if $root.Values.accountDisclosure -}}
{{- $line := printf "account_disclosure: %s" $root.Values.accountDisclosure -}}
{{- regexReplaceAll "(?m)^account_disclosure:.*$" $document $line -}}
{{- else -}}
{{- $document -}}
{{- end -}}
{{- end }}

{{/* The names that the sites answer to, as a JSON list; empty with an existing ConfigMap, which the chart cannot read. */}}
{{- define "pairwise.hosts" -}}
{{- $hosts := list -}}
{{- range $name, $text := include "pairwise.siteDocuments" . | fromYaml -}}
{{- $hosts = concat $hosts (($text | fromYaml).hosts | default list) -}}
{{- end -}}
{{- $hosts | toJson -}}
{{- end }}
