{{/*
The Deployments of the services as a JSON list: each process has one, or with the profile `small` all of a service have one
with one pod.
*/}}
{{- define "pairwise.workloads" -}}
{{- $isSmall := eq .Values.profile "small" -}}
{{- $all := list -}}
{{- range $service, $entry := (.Files.Get "registry.yaml" | fromYaml).services -}}
{{- range $process := ternary (list (join "+" $entry.processes)) $entry.processes $isSmall -}}
{{- $processes := splitList "+" $process -}}
{{- $layers := list $.Values.pods -}}
{{- range $processes -}}
{{- $layers = concat $layers (list (get $.Values.processes .) (dig $service . dict $.Values.services)) -}}
{{- end -}}
{{- $name := include "pairwise.podOf" (list $ (printf "%s-%s" $service (first $processes))) -}}
{{- $settings := include "pairwise.settings" $layers | fromJson -}}
{{- if $isSmall }}{{ $_ := set $settings "replicas" 1 }}{{ end -}}
{{- $all = append $all (dict "name" $name "service" $service "entry" $entry "process" $process "processes" $processes "pods" $settings) -}}
{{- end -}}
{{- end -}}
{{- $all | toJson -}}
{{- end }}
