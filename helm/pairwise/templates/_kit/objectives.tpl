{{/*
The rules of alerts/objectives.yaml: for each objective and window the share of requests that missed it, then alerts by
the rate at which the error budget of four weeks burns, each over a long window and a short one that ends it soon after
the trouble (Google's SRE workbook, chapter 5: 2 % of the budget in an hour, 5 % in six hours, 10 % in three days).
*/}}
{{- define "pairwise.objectives" -}}
{{- $objectives := .Files.Get "alerts/objectives.yaml" | fromYaml -}}
- name: pairwise-objectives
  rules:
    {{- range $name, $one := $objectives }}
    {{- with $one.good }}
    {{- include "pairwise.errorBudget" (list $name "good" .) | nindent 4 }}
    {{- end }}
    {{- include "pairwise.errorBudget" (list $name "fast" $one.fast) | nindent 4 }}
    {{- range list "5m" "30m" "1h" "6h" "3d" }}
    {{- $labels := printf "{objective: %s, sli: fast}" $name }}
    {{- $metric := "envoy_vhost_route_upstream_rq_time" }}
    {{- $route := printf "envoy_route=%q" $name }}
    {{- $edge := $one.milliseconds }}
    {{- if not $one.good }}
    {{- $metric = "live_delivery_seconds" }}
    {{- $route = "" }}
    {{- $edge = printf "%.1f" (divf $one.milliseconds 1000.0) }}
    {{- end }}
    - record: objective:missed:ratio_rate{{ . }}
      expr: >-
        1 - sum by (namespace) (rate({{ $metric }}_bucket{ {{- $route }}{{ with $route }}, {{ end }}le={{ $edge | toString | quote }}}[{{ . }}]))
        / sum by (namespace) (rate({{ $metric }}_count{ {{- $route -}} }[{{ . }}]))
      labels: {{ $labels }}
    {{- if $one.good }}
    - record: objective:missed:ratio_rate{{ . }}
      expr: >-
        sum by (namespace) (rate(envoy_vhost_route_upstream_rq_xx{envoy_response_code_class="5", {{ $route }}}[{{ . }}]))
        / sum by (namespace) (rate(envoy_vhost_route_upstream_rq_xx{ {{- $route -}} }[{{ . }}]))
      labels: {objective: {{ $name }}, sli: good}
    {{- end }}
    {{- end }}
    {{- end }}
    {{- include "pairwise.burn" (dict "alert" "ObjectiveBurnsFast" "long" "1h" "short" "5m" "factor" 14.4 "severity" "critical" "ends" "two days") | nindent 4 }}
    {{- include "pairwise.burn" (dict "alert" "ObjectiveBurns" "long" "6h" "short" "30m" "factor" 6 "severity" "critical" "ends" "five days") | nindent 4 }}
    {{- include "pairwise.burn" (dict "alert" "ObjectiveBurnsSlowly" "long" "3d" "short" "6h" "factor" 1 "severity" "warning" "ends" "four weeks") | nindent 4 }}
{{- end }}

{{- define "pairwise.errorBudget" -}}
- record: objective:budget:ratio
  expr: vector({{ subf 1.0 (index . 2) | printf "%.3f" }})
  labels: {objective: {{ index . 0 }}, sli: {{ index . 1 }}}
{{- end }}

{{- define "pairwise.burn" -}}
- alert: {{ .alert }}
  expr: |-
    objective:missed:ratio_rate{{ .long }} > on (objective, sli) group_left () ({{ .factor }} * objective:budget:ratio)
      and objective:missed:ratio_rate{{ .short }} > on (objective, sli) group_left () ({{ .factor }} * objective:budget:ratio)
  labels: {severity: {{ .severity }}}
  annotations:
    summary: {{ printf "{{ $value | humanizePercentage }} of {{ $labels.objective }} is not %s; at this rate the budget of four weeks is gone in %s" "{{ $labels.sli }}" .ends | quote }}
{{- end }}
