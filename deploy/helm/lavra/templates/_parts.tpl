{{- define "lavra.labels" -}}
app.kubernetes.io/name: lavra
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- /* Called with (list $ role): what selects a role's pods. */}}
{{- define "lavra.selector" -}}
{{- $top := index . 0 -}}
app.kubernetes.io/name: lavra
app.kubernetes.io/instance: {{ $top.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end }}

{{- define "lavra.image" -}}
{{- if .Values.image.digest }}{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else }}{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "lavra.serviceAccount" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default .Release.Name }}{{ else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- define "lavra.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: {type: RuntimeDefault}
{{- end }}

{{- define "lavra.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: {drop: [ALL]}
{{- end }}

{{- define "lavra.environment" -}}
- {name: LAVRA_KAFKA_BROKERS, value: {{ required "kafka.brokers is required: host:port of your brokers" .Values.kafka.brokers | quote }}}
- {name: LAVRA_SCHEMA_REGISTRY_URL, value: {{ required "registry.url is required: http://host:port/apis/ccompat/v7" .Values.registry.url | quote }}}
- {name: LAVRA_BLOB_URL, value: {{ required "blobs.url is required: s3://bucket?region=..., since pods share no disk" .Values.blobs.url | quote }}}
- {name: LAVRA_TOPIC_PREFIX, value: {{ .Values.topics.prefix | quote }}}
- {name: LAVRA_TOPIC_PARTITIONS, value: {{ .Values.topics.partitions | quote }}}
- {name: LAVRA_TOPIC_REPLICATION, value: {{ .Values.topics.replication | quote }}}
- {name: LAVRA_DATA_DIR, value: /var/lib/lavra}
- {name: LAVRA_METRICS_LISTEN, value: "0.0.0.0:9464"}
- {name: LAVRA_SECRET_KEY_FILE, value: /run/secrets/lavra/secret_key}
- {name: LAVRA_CLICKHOUSE_DSN_FILE, value: /run/secrets/lavra/clickhouse_dsn}
- name: LAVRA_INSTANCE
  valueFrom: {fieldRef: {fieldPath: metadata.name}}
{{- end }}

{{- define "lavra.mounts" -}}
- {name: secret, mountPath: /run/secrets/lavra, readOnly: true}
- {name: data, mountPath: /var/lib/lavra}
- {name: tmp, mountPath: /tmp}
{{- end }}

{{- define "lavra.volumes" -}}
- name: secret
  secret: {secretName: {{ .Values.secret.name }}, defaultMode: 0440}
- name: data
  emptyDir: {sizeLimit: 1Gi}
- name: tmp
  emptyDir: {sizeLimit: 1Gi}
{{- end }}
