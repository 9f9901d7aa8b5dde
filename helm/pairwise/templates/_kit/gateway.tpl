{{/* The fewest and the most replicas of a workload with these settings, as JSON; at least one, for a share to be made. */}}
{{- define "pairwise.replicaRange" -}}
{{- $scaling := .autoscaling | default dict -}}
{{- $fixed := max 1 (.replicas | int) -}}
{{- if $scaling.enabled -}}
{{- dict "fewest" (int $scaling.minReplicas) "most" (int $scaling.maxReplicas) | toJson -}}
{{- else -}}
{{- dict "fewest" $fixed "most" $fixed | toJson -}}
{{- end -}}
{{- end }}

{{/* settings.json of gateway.settings.GatewaySettings. */}}
{{- define "pairwise.gatewaySettings" -}}
{{- $fullname := include "pairwise.fullname" . -}}
{{- $gateway := include "pairwise.replicaRange" (include "pairwise.settings" (list .Values.pods .Values.gateway) | fromJson) | fromJson -}}
{{- $workloads := dict "webapp/web" (include "pairwise.settings" (list .Values.pods .Values.webapp) | fromJson) -}}
{{- $webapp := ternary "127.0.0.1" (printf "%s-webapp" $fullname) (eq .Values.profile "small") -}}
{{- $addresses := dict "webapp/web" (printf "%s:%s" $webapp (include "pairwise.port" (list . "webapp"))) -}}
{{- range $workload := include "pairwise.workloads" . | fromJsonArray -}}
{{- range $process := $workload.processes -}}
{{- if has $process (list "web" "live") -}}
{{- $_ := set $addresses (printf "%s/%s" $workload.service $process) (printf "%s-%s-%s:8080" $fullname $workload.service $process) -}}
{{- $_ := set $workloads (printf "%s/%s" $workload.service $process) $workload.pods -}}
{{- if eq $process "live" -}}
{{- $_ := set $addresses (printf "%s-live-calls" $workload.service) (printf "%s-%s-live-calls:8080" $fullname $workload.service) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if .Values.standIns.enabled -}}
{{- range list "age" "mailbox" "matcher" "networks" "openid" "payments" "push" "translator" -}}
{{- $_ := set $addresses (printf "%s/web" .) (printf "%s-%s:8080" $fullname .) -}}
{{- end -}}
{{- end -}}
{{- /* The larger share of the smallest and of the largest release: requests are refused by no limit that is below capacity. */}}
{{- $pods := dict -}}
{{- range $target, $settings := $workloads -}}
{{- $range := include "pairwise.replicaRange" $settings | fromJson -}}
{{- $_ := set $pods $target (maxf (divf $range.fewest $gateway.fewest) (divf $range.most $gateway.most)) -}}
{{- end -}}
{{- $limit := .Values.gateway.resources.limits.memory -}}
{{- dict
  "public_url" .Values.publicUrl
  "development" .Values.standIns.enabled
  "local_hosts" (eq .Values.environment "development")
  "listen" "0.0.0.0:8080"
  "admin" "127.0.0.1:9901"
  "health" "0.0.0.0:8081"
  "trusted_hops" .Values.gateway.trustedHops
  "max_connections" .Values.gateway.maxConnections
  "heap_bytes" (div (mul (include "pairwise.bytes" $limit | int64) 3) 4)
  "public_key" "/etc/pairwise/keys/token-public.pem"
  "sites" "/etc/pairwise/sites"
  "addresses" $addresses
  "pods_per_gateway" $pods
  "store" (include "pairwise.storeOrigin" . | default nil)
  "trusted_roots" (include "pairwise.authorities" . | default "/etc/ssl/certs/ca-certificates.crt")
  "traces_endpoint" (.Values.traces.endpoint | default nil)
  "traces_ratio" (float64 .Values.traces.ratio)
  | toPrettyJson -}}
{{- end }}

{{/* The origin that pictures are fetched from; nothing where services send them. */}}
{{- define "pairwise.storeOrigin" -}}
{{- with .Values.store -}}
{{- if .throughGateway -}}
{{- .endpoint | default (printf "https://s3.%s.amazonaws.com" .region) | trimSuffix "/" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{/* The cores of a CPU quantity, such as 50m. */}}
{{- define "pairwise.cores" -}}
{{- $text := toString . -}}
{{- if hasSuffix "m" $text }}{{ divf (trimSuffix "m" $text | float64) 1000.0 }}{{ else }}{{ $text }}{{ end -}}
{{- end }}

{{/* The bytes of a memory quantity, such as 384Mi. */}}
{{- define "pairwise.bytes" -}}
{{- $text := toString . -}}
{{- $factors := dict "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "k" 1000 "M" 1000000 "G" 1000000000 -}}
{{- $number := regexFind "^[0-9]+" $text | int64 -}}
{{- mul $number (get $factors (regexFind "[A-Za-z]+$" $text) | default 1) -}}
{{- end }}
