{{/*
Checks across values that the schema cannot express. All failures are reported at once, one sentence each with the path
of the value to change.
*/}}
{{- define "pairwise.validate" -}}
{{- $v := .Values -}}
{{- $isProduction := eq $v.environment "production" -}}
{{- $all := list -}}
{{- $fullname := include "pairwise.fullname" . -}}
{{- if gt (len $fullname) 40 -}}
{{- $all = append $all (printf "fullnameOverride: %q has %d characters; names of objects begin with it and have at most 63, so at most 40 are left" $fullname (len $fullname)) -}}
{{- end -}}
{{- $public := urlParse $v.publicUrl -}}
{{- if and $isProduction (ne $public.scheme "https") -}}
{{- $all = append $all (printf "publicUrl: %s must be https in production" $v.publicUrl) -}}
{{- end -}}
{{- if $isProduction -}}
{{- if $v.standIns.enabled -}}
{{- $all = append $all "standIns.enabled: stand-ins take mails and payments that nobody gets; production refuses them" -}}
{{- end -}}
{{- if not (hasPrefix "https://" $v.payments.apiUrl) -}}
{{- $all = append $all (printf "payments.apiUrl: %s must be https in production" $v.payments.apiUrl) -}}
{{- end -}}
{{- if not $v.pods.readOnlyRootFilesystem -}}
{{- $all = append $all "pods.readOnlyRootFilesystem: false lets an intruder replace code; production refuses it" -}}
{{- end -}}
{{- if eq $v.smtp.tls "none" -}}
{{- $all = append $all "smtp.tls: none would send mails with links to accounts unencrypted; production needs required or opportunistic" -}}
{{- end -}}
{{- if and $v.store.endpoint (not (hasPrefix "https://" $v.store.endpoint)) (not $v.store.insecure) -}}
{{- $all = append $all (printf "store.endpoint: %s must be https in production; store.insecure allows http within a trusted network" $v.store.endpoint) -}}
{{- end -}}
{{- end -}}

{{- /* Credentials belong into Secrets. */ -}}
{{- range $path, $url := dict "publicUrl" $v.publicUrl "payments.apiUrl" $v.payments.apiUrl "store.profilesUrl" $v.store.profilesUrl "store.chatUrl" $v.store.chatUrl "store.identityUrl" $v.store.identityUrl "store.endpoint" $v.store.endpoint "traces.endpoint" $v.traces.endpoint -}}
{{- if contains "@" $url -}}
{{- $all = append $all (printf "%s: holds a login, which would stand readable in a Deployment; credentials come from the Secrets that `secrets` names" $path) -}}
{{- end -}}
{{- end -}}

{{- /* The object store. */ -}}
{{- $stores := dict "store.profilesUrl" $v.store.profilesUrl "store.chatUrl" $v.store.chatUrl "store.identityUrl" $v.store.identityUrl -}}
{{- range $path, $url := $stores -}}
{{- if and (hasPrefix "file://" $url) (not $v.store.claim) -}}
{{- $all = append $all (printf "%s: %s is lost with each pod and seen by no other; name a volume in store.claim, or use s3://" $path $url) -}}
{{- end -}}
{{- if and $v.store.claim (not (hasPrefix "file:///var/lib/pairwise/" $url)) -}}
{{- $all = append $all (printf "%s: %s is not on the volume of store.claim, which is mounted at /var/lib/pairwise" $path $url) -}}
{{- end -}}
{{- end -}}
{{- if lt (len (values $stores | uniq)) 3 -}}
{{- $all = append $all "store: profilesUrl, chatUrl and identityUrl must differ, because each service deletes what it does not know" -}}
{{- end -}}
{{- if $v.store.throughGateway -}}
{{- if $v.store.claim -}}
{{- $all = append $all "store.throughGateway: the gateway fetches from buckets, and store.claim has none" -}}
{{- end -}}
{{- if not (or $v.store.endpoint $v.store.region) -}}
{{- $all = append $all "store.throughGateway: the gateway needs store.endpoint, or store.region for Amazon's" -}}
{{- end -}}
{{- if not (regexMatch "^(https?://[^/]+/?)?$" $v.store.endpoint) -}}
{{- $all = append $all (printf "store.throughGateway: store.endpoint %s has a path, which the signed addresses of pictures would lack" $v.store.endpoint) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $v.store.auth "serviceAccount") $v.secrets.store -}}
{{- $all = append $all "secrets.store: is not read with store.auth serviceAccount" -}}
{{- end -}}

{{- /* The TURN server. */ -}}
{{- if $v.turn.enabled -}}
{{- if not $v.turn.host -}}
{{- $all = append $all "turn.host: name the host at which members reach the server" -}}
{{- end -}}
{{- if $v.calls.turnUrls -}}
{{- $all = append $all "calls.turnUrls: the pages of a call meet in one server; leave this empty with turn.enabled, or turn that off" -}}
{{- end -}}
{{- if gt (int $v.turn.quotas.page) (int $v.turn.quotas.total) -}}
{{- $all = append $all (printf "turn.quotas: %d addresses a page are more than %d in all" (int $v.turn.quotas.page) (int $v.turn.quotas.total)) -}}
{{- end -}}
{{- if and $v.turn.tlsSecret (eq (int $v.turn.ports.plain) (int $v.turn.ports.tls)) -}}
{{- $all = append $all "turn.ports: plain and tls must differ" -}}
{{- end -}}
{{- end -}}

{{- /* The operator's models. */ -}}
{{- range $model := list "classifier" "verification" -}}
{{- with get $v $model -}}
{{- if and .file (not .sha256) -}}
{{- $all = append $all (printf "%s.sha256: give that of %s; a process refuses a file without it" $model .file) -}}
{{- end -}}
{{- if and .file (eq (empty .claim) (empty .configMap)) -}}
{{- $all = append $all (printf "%s: name the volume of the file in claim or in configMap, one of the two" $model) -}}
{{- end -}}
{{- if and (not .file) (or .sha256 .claim .configMap) -}}
{{- $all = append $all (printf "%s.file: name the ONNX file on the volume" $model) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Sites and the ways in. */ -}}
{{- if and $v.sites.documents $v.sites.existingConfigMap -}}
{{- $all = append $all "sites: give documents or existingConfigMap, not both" -}}
{{- end -}}
{{- if and $v.sites.files $v.sites.existingConfigMap -}}
{{- $all = append $all "sites: give files or existingConfigMap, not both" -}}
{{- end -}}
{{- if gt (include "pairwise.siteFiles" . | len) 1398100 -}}
{{- $all = append $all "sites.files: more than the 1 MiB of a ConfigMap" -}}
{{- end -}}
{{- range $name, $files := $v.sites.files -}}
{{- if not (hasKey $v.sites.documents $name) -}}
{{- $all = append $all (printf "sites.files.%s: no document of sites.documents has this name" $name) -}}
{{- end -}}
{{- end -}}
{{- if and $v.sites.existingConfigMap $v.accountDisclosure -}}
{{- $all = append $all "accountDisclosure: the chart cannot change the documents of sites.existingConfigMap; write it there and set this to an empty text" -}}
{{- end -}}
{{- $served := include "pairwise.hosts" . | fromJsonArray -}}
{{- if lt (len ($served | uniq)) (len $served) -}}
{{- $all = append $all (printf "sites.documents: a host belongs to one site, and one is named twice among %s" (join ", " $served)) -}}
{{- end -}}
{{- $behind := list -}}
{{- range $name := list "ingress" "httpRoute" -}}
{{- $way := get $v $name -}}
{{- if $way.enabled -}}
{{- $behind = append $behind $name -}}
{{- if not $way.hosts -}}
{{- $all = append $all (printf "%s.hosts: name the hosts of the sites; a way in without them takes requests for every name" $name) -}}
{{- end -}}
{{- range $host := $way.hosts -}}
{{- if and $served (not (has $host $served)) -}}
{{- $all = append $all (printf "%s.hosts: no site answers to %s; the sites' documents name %s" $name $host (join ", " $served)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $behind (eq (int $v.gateway.trustedHops) 0) -}}
{{- $all = append $all (printf "gateway.trustedHops: with %s there is a proxy in front; with 0 all visitors would share its address and its rate limits" (first $behind)) -}}
{{- end -}}
{{- if and (gt (int $v.gateway.trustedHops) 0) $v.networkPolicy.enabled (not $v.networkPolicy.clients.from) -}}
{{- $all = append $all "networkPolicy.clients.from: names nobody, so everybody reaches the gateway and writes their own address into X-Forwarded-For, which gateway.trustedHops believes; select the proxies, or set gateway.trustedHops to 0" -}}
{{- end -}}
{{- if and $isProduction $served (not (has $public.hostname $served)) -}}
{{- $all = append $all (printf "publicUrl: no site answers to %s; the sites' documents name %s" $public.hostname (join ", " $served)) -}}
{{- end -}}
{{- if and $v.httpRoute.enabled (not $v.httpRoute.parentRefs) -}}
{{- $all = append $all "httpRoute.parentRefs: name the Gateway that the route belongs to" -}}
{{- end -}}
{{- if and $v.ingress.tls (or $v.ingress.tlsSecret $v.certificate.enabled) -}}
{{- $all = append $all "ingress.tls: names the Secrets of hosts, so neither ingress.tlsSecret nor certificate.enabled is read" -}}
{{- end -}}
{{- if hasSuffix ":4317" (urlParse $v.traces.endpoint).host -}}
{{- $all = append $all (printf "traces.endpoint: %s is the port of OTLP over gRPC; traces are sent over HTTP, to port 4318 as a rule" $v.traces.endpoint) -}}
{{- end -}}
{{- if $v.certificate.enabled -}}
{{- if not $v.certificate.issuerRef.name -}}
{{- $all = append $all "certificate.issuerRef.name: name the issuer of cert-manager" -}}
{{- end -}}
{{- if not (or $behind $v.certificate.dnsNames) -}}
{{- $all = append $all "certificate.dnsNames: there is neither ingress nor httpRoute to take the names from" -}}
{{- end -}}
{{- if $v.ingress.tlsSecret -}}
{{- $all = append $all "ingress.tlsSecret: is not read with certificate.enabled, which makes the certificate" -}}
{{- end -}}
{{- end -}}

{{- if and $v.migrations.restored (eq $v.migrations.mode "none") -}}
{{- $all = append $all "migrations.restored: no Job runs it while migrations.mode is none; choose hook or job" -}}
{{- end -}}

{{- /* Workloads. */ -}}
{{- $registry := .Files.Get "registry.yaml" | fromYaml -}}
{{- $workloads := dict "gateway" (mustMergeOverwrite (deepCopy $v.pods) $v.gateway) "webapp" (mustMergeOverwrite (deepCopy $v.pods) $v.webapp) "turn" (mustMergeOverwrite (deepCopy $v.pods) $v.turn) -}}
{{- range $workload := include "pairwise.workloads" . | fromJsonArray -}}
{{- $path := printf "services.%s.%s" $workload.service (first $workload.processes) -}}
{{- $_ := set $workloads $path $workload.pods -}}
{{- if and (eq $workload.process "worker") (dig "autoscaling" "enabled" false $workload.pods) (not $v.keda.natsMonitoring) -}}
{{- $all = append $all (printf "%s.autoscaling: events that wait are counted by KEDA; name the monitoring address of NATS in keda.natsMonitoring" $path) -}}
{{- end -}}
{{- end -}}
{{- $reserved := list "PATH" "PYTHONPATH" "DATABASE_URL" "NATS_URL" "REDIS_URL" -}}
{{- range $name, $entry := $registry.services }}{{ $reserved = concat $reserved (keys ($entry.environment | default dict)) }}{{ end -}}
{{- $reserved = concat $reserved (keys $registry.environment) -}}
{{- range $path, $settings := $workloads -}}
{{- with $settings.autoscaling -}}
{{- if and .enabled (eq $v.profile "small") -}}
{{- $all = append $all (printf "%s.autoscaling: the profile small has one pod of each; choose standard" $path) -}}
{{- end -}}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) -}}
{{- $all = append $all (printf "%s.autoscaling: minReplicas %d is more than maxReplicas %d" $path (int .minReplicas) (int .maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- $limits := dig "resources" "limits" dict $settings -}}
{{- $requests := dig "resources" "requests" dict $settings -}}
{{- if and $limits.memory $requests.memory (gt (include "pairwise.bytes" $requests.memory | int64) (include "pairwise.bytes" $limits.memory | int64)) -}}
{{- $all = append $all (printf "%s.resources: requests memory %v, more than its limit %v" $path $requests.memory $limits.memory) -}}
{{- end -}}
{{- if and $limits.cpu $requests.cpu (gt (include "pairwise.cores" $requests.cpu | float64) (include "pairwise.cores" $limits.cpu | float64)) -}}
{{- $all = append $all (printf "%s.resources: requests cpu %v, more than its limit %v" $path $requests.cpu $limits.cpu) -}}
{{- end -}}
{{- range $list := list "extraEnv" "extraVolumes" "extraContainers" -}}
{{- $names := list -}}
{{- range get $settings $list }}{{ $names = append $names .name }}{{ end -}}
{{- if lt (len ($names | uniq)) (len $names) -}}
{{- $all = append $all (printf "%s.%s: has a name twice among %s" $path $list (join ", " $names)) -}}
{{- end -}}
{{- end -}}
{{- $volumes := list -}}
{{- range $settings.extraVolumes }}{{ $volumes = append $volumes .name }}{{ end -}}
{{- range $settings.extraVolumeMounts -}}
{{- if not (has .name $volumes) -}}
{{- $all = append $all (printf "%s.extraVolumeMounts: %s is none of its extraVolumes" $path .name) -}}
{{- end -}}
{{- end -}}
{{- range $settings.extraEnv -}}
{{- if and .value (regexMatch "(KEY|KEYS|PASSWORD|SECRET|TOKEN|CREDENTIALS)$" .name) -}}
{{- $all = append $all (printf "%s.extraEnv: %s sounds like a secret, which would stand readable in a Deployment; take it from one by valueFrom.secretKeyRef" $path .name) -}}
{{- end -}}
{{- if has .name $reserved -}}
{{- $all = append $all (printf "%s.extraEnv: %s is set by the chart; a second value would win or lose by its place in the list" $path .name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- with $all | uniq -}}
{{- fail (printf "\n- %s" (join "\n- " .)) -}}
{{- end -}}
{{- end }}
