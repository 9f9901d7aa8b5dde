{{/* A dashboard in Grafana's JSON: two panels a row, each with its queries by their legend; the cluster's Prometheus and the namespace are variables. */}}
{{- define "pairwise.dashboard" -}}
{{- $source := dict "type" "prometheus" "uid" "${source}" -}}
{{- $panels := list -}}
{{- range $index, $panel := .dashboard.panels -}}
{{- $targets := list -}}
{{- range $legend, $query := $panel.queries -}}
{{- $targets = append $targets (dict "refId" (printf "%c" (add 65 (len $targets) | int)) "expr" $query "legendFormat" $legend "datasource" $source) -}}
{{- end -}}
{{- $panels = append $panels (dict
  "id" (add $index 1)
  "type" "timeseries"
  "title" $panel.title
  "datasource" $source
  "gridPos" (dict "h" 8 "w" 12 "x" (mul 12 (mod $index 2)) "y" (mul 8 (div $index 2)))
  "fieldConfig" (dict "defaults" (dict "unit" $panel.unit "min" ($panel.min | default 0)) "overrides" list)
  "targets" $targets) -}}
{{- end -}}
{{- $variables := list
  (dict "name" "source" "label" "Prometheus" "type" "datasource" "query" "prometheus")
  (dict "name" "logs" "label" "Loki" "type" "datasource" "query" "loki")
  (dict "name" "traces" "label" "Tempo" "type" "datasource" "query" "tempo")
  (dict "name" "namespace" "label" "Namespace" "type" "query" "datasource" $source "refresh" 1 "query" "label_values(live_streams, namespace)") -}}
{{- $links := list
  (include "pairwise.explore" (list "Warnings and errors in logs" "logs" (dict "refId" "A" "expr" "{namespace=\"$namespace\"} | json | level=~\"warning|error\"")) | fromJson)
  (include "pairwise.explore" (list "Traces that failed" "traces" (dict "refId" "A" "queryType" "traceql" "query" "{resource.service.namespace=\"pairwise\" && status=error}")) | fromJson) -}}
{{- dict
  "links" $links
  "uid" (printf "pairwise-%s" .name)
  "title" (printf "Pairwise: %s" .dashboard.title)
  "tags" (list "pairwise")
  "schemaVersion" 39
  "editable" false
  "refresh" "1m"
  "time" (dict "from" "now-6h" "to" "now")
  "templating" (dict "list" $variables)
  "panels" $panels | toJson -}}
{{- end }}

{{/* A link to Grafana's Explore with a query over the time of the dashboard, as JSON; call with (list title source query). */}}
{{- define "pairwise.explore" -}}
{{- $source := printf "${%s}" (index . 1) -}}
{{- $pane := dict "datasource" $source "queries" (list (index . 2)) "range" (dict "from" "${__from}" "to" "${__to}") -}}
{{- /* Grafana puts variables into the address, which it finds with their own signs alone. */ -}}
{{- $panes := dict "a" $pane | toRawJson | urlquery | replace "%24%7B" "${" | replace "%24namespace" "$namespace" -}}
{{- range list "logs" "traces" "__from" "__to" }}{{ $panes = replace (printf "${%s%%7D" .) (printf "${%s}" .) $panes }}{{ end -}}
{{- dict "type" "link" "icon" "external link" "targetBlank" true "title" (index . 0) "url" (printf "/explore?schemaVersion=1&panes=%s" $panes) | toJson -}}
{{- end }}
