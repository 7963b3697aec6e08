import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../workspace'

const RULES = path.join(root, 'deploy/observability/alerts.yaml')
const hasPromtool = spawnSync('which', ['promtool']).status === 0

type Rule = { alert: string; [field: string]: unknown }
const { groups } = parse(fs.readFileSync(RULES, 'utf8')) as { groups: { rules: Rule[] }[] }
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))

/** By alert: series by the minute, in Prometheus' short form, with which it fires, and with which it does not. */
const series: Record<string, { fires: Record<string, string>; silent: Record<string, string> }> = {
  EdgesDoNotFollow: {
    fires: { 'marram_edges{environment="production",state="behind"}': '1x120' },
    silent: { 'marram_edges{environment="production",state="current"}': '3x120' },
  },
  NoEdgeFollows: { fires: {}, silent: { 'marram_edges{environment="production",state="current"}': '3x120' } },
  ReleaseCannotBeUsed: {
    fires: { 'marram_edges{environment="production",state="unable"}': '1x120' },
    silent: { 'marram_edges{environment="production",state="unable"}': '0x120' },
  },
  OldDocument: {
    fires: { 'marram_discovery_age_seconds{instance="edge-1"}': '0+60x120' },
    silent: { 'marram_discovery_age_seconds{instance="edge-1"}': '20x120' },
  },
  TrustExpires: {
    fires: { 'marram_trust_expires_seconds{instance="edge-1"}': '1000000-60x120' },
    silent: { 'marram_trust_expires_seconds{instance="edge-1"}': '2000000-60x120' },
  },
  RehearsalIsOverdue: {
    fires: { marram_rehearsal_overdue: '1x120' },
    silent: { marram_rehearsal_overdue: '0x120' },
  },
  RegistryFails: {
    fires: { 'marram_registry_failures_total{kind="purge"}': '0+1x120' },
    silent: { 'marram_registry_failures_total{kind="purge"}': '4x120' },
  },
  PagesAreLate: {
    fires: {
      'marram_page_render_seconds_count{section="mfe-events",outcome="late"}': '0+10x120',
      'marram_page_render_seconds_count{section="mfe-events",outcome="rendered"}': '0+90x120',
    },
    silent: {
      'marram_page_render_seconds_count{section="mfe-events",outcome="late"}': '0+1x120',
      'marram_page_render_seconds_count{section="mfe-events",outcome="rendered"}': '0+99x120',
    },
  },
  ServerErrors: {
    fires: {
      'marram_http_request_duration_seconds_count{job="api",status="500"}': '0+2x120',
      'marram_http_request_duration_seconds_count{job="api",status="200"}': '0+98x120',
    },
    silent: {
      'marram_http_request_duration_seconds_count{job="api",status="404"}': '0+50x120',
      'marram_http_request_duration_seconds_count{job="api",status="200"}': '0+50x120',
    },
  },
  PolicyViolations: {
    fires: { 'marram_policy_violations_total{directive="img-src"}': '0+2x120' },
    silent: { 'marram_policy_violations_total{directive="img-src"}': '0+1x120' },
  },
  NoStandby: {
    fires: { 'cnpg_pg_replication_streaming_replicas{namespace="marram"}': '0x120' },
    silent: { 'cnpg_pg_replication_streaming_replicas{namespace="marram"}': '1x120' },
  },
  ArchiveFails: {
    fires: {
      'cnpg_pg_stat_archiver_last_failed_time{namespace="marram"}': '200x120',
      'cnpg_pg_stat_archiver_last_archived_time{namespace="marram"}': '100x120',
    },
    silent: {
      'cnpg_pg_stat_archiver_last_failed_time{namespace="marram"}': '100x120',
      'cnpg_pg_stat_archiver_last_archived_time{namespace="marram"}': '200x120',
    },
  },
  BackupIsOld: {
    // The clock of these tests begins in 1970.
    fires: { 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{namespace="marram"}': '-130000x120' },
    silent: { 'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{namespace="marram"}': '-80000x120' },
  },
  JobFailed: {
    fires: { 'kube_job_status_failed{namespace="marram",job_name="restore"}': '1x120' },
    silent: { 'kube_job_status_failed{namespace="marram",job_name="restore"}': '0x120' },
  },
  DiskNearlyFull: {
    fires: { 'marram_disk_low{instance="edge-1"}': '1x120' },
    silent: { 'marram_disk_low{instance="edge-1"}': '0x120' },
  },
  ImagesRefused: {
    fires: { 'marram_uploads_refused_total{kind="full"}': '0+1x120' },
    silent: { 'marram_uploads_refused_total{kind="full"}': '7x120' },
  },
  MailsFail: {
    fires: {
      'marram_mails_total{kind="failed"}': '0+1x120',
      'marram_mails_total{kind="sent"}': '9x120',
    },
    silent: {
      'marram_mails_total{kind="failed"}': '0+1x120',
      'marram_mails_total{kind="sent"}': '0+1x120',
    },
  },
  NotificationsFail: {
    fires: {
      'marram_notifications_total{kind="failed"}': '0+1x120',
      'marram_notifications_total{kind="sent"}': '9x120',
    },
    silent: {
      'marram_notifications_total{kind="failed"}': '0+1x120',
      'marram_notifications_total{kind="sent"}': '0+1x120',
    },
  },
}

it('every alert is tried', () => expect(Object.keys(series)).toEqual(alerts))

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

it.skipIf(!hasPromtool)('their file is one that Prometheus loads (needs promtool)', () => {
  const { status, text } = promtool('check', 'rules', RULES)
  expect(status, text).toBe(0)
})

it.skipIf(!hasPromtool).each(alerts)('%s fires when it should, and not otherwise (needs promtool)', (alert) => {
  // Prometheus' own metric of the alerts that fire.
  const firing = `(count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)) > bool 0`
  const tests = Object.entries(series[alert] ?? {}).map(([state, values]) => ({
    ...{ name: state, interval: '1m' },
    input_series: Object.entries(values).map(([name, each]) => ({ series: name, values: each })),
    promql_expr_test: [
      { expr: firing, eval_time: '100m', exp_samples: [{ labels: '{}', value: state === 'fires' ? 1 : 0 }] },
    ],
  }))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-alerts-'))
  const file = path.join(folder, 'test.json')
  // The groups with this rule alone: promtool would evaluate all others too, for each minute of each state.
  const own = groups.map((group) => ({ ...group, rules: group.rules.filter((rule) => rule.alert === alert) }))
  const rules = path.join(folder, 'rules.json')
  fs.writeFileSync(rules, JSON.stringify({ groups: own }))
  fs.writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
  const { status, text } = promtool('test', 'rules', file)
  fs.rmSync(folder, { recursive: true })
  expect(status, text).toBe(0)
})
