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
  "fieldConfig" (dict "defaults" (dict "unit" $panel.unit "min" 0) "overrides" list)
  "targets" $targets) -}}
{{- end -}}
{{- $variables := list
  (dict "name" "source" "label" "Prometheus" "type" "datasource" "query" "prometheus")
  (dict "name" "namespace" "label" "Namespace" "type" "query" "datasource" $source "refresh" 1 "query" "label_values(live_streams, namespace)") -}}
{{- dict
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
