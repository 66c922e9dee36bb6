import type { Texts } from './pt'

export const en: Texts = {
  name: 'Lavra',
  claim: 'Brazilian documents as data, with the proof beside every value.',
  nav: { send: 'Send', documents: 'Documents', batches: 'Batches', dashboard: 'Dashboard', operation: 'Operation', main: 'Main', skip: 'Skip to content' },
  bar: { signOut: 'Sign out', theme: 'Theme', auto: 'Automatic', light: 'Light', dark: 'Dark', language: 'Português', healthy: 'Service up', degraded: 'Service degraded', reference: 'API reference' },
  offline: 'No connection to the service. Trying again…',
  signIn: {
    title: 'Sign in', key: 'API key', submit: 'Sign in', checking: 'Checking…', wrong: 'Invalid or revoked key.', inactive: 'The account of this key is inactive.',
    away: 'The service did not answer. Try again in a moment.', expired: 'The key is no longer valid. Sign in again.',
    note: 'The key stays in this tab only, until you sign out or close it.', demo: 'After make demo it is in data/demo.key.', show: 'Show the key', hide: 'Hide the key',
  },
  send: {
    title: 'Send documents', lead: 'PDF, JPEG, PNG, TIFF or XML of an NF-e. The type is found by itself.', drop: 'Drop files or a folder here', or: 'or paste with Ctrl+V',
    choose: 'Choose files', folder: 'Choose a folder', camera: 'Take a photo', type: 'Document type', automatic: 'Detect automatically', reference: 'Reference (optional)',
    together: 'Several files together make a batch.', empty: 'Nothing sent in this tab yet.', sent: 'Sent in this tab', clear: 'Clear finished', again: 'Try again', open: 'Open',
    tooLarge: 'Larger than the limit of', none: 'No accepted file in what was dropped.', batch: 'Batch', seeBatch: 'See the batch', waiting: 'Queued', sending: 'Sending', live: 'Progress',
  },
  steps: { received: 'Received', ocr: 'Reading', classification: 'Type', extraction: 'Fields', geometry: 'Places', completed: 'Done', failed: 'Failed' },
  status: { in_progress: 'In progress', success: 'Success', partial_success: 'Partial', failed: 'Failed' },
  list: {
    title: 'Documents', all: 'All', status: 'Status', type: 'Type', reference: 'Reference', since: 'Since', file: 'File', score: 'Confidence', created: 'Received', pages: 'Pages', step: 'Step',
    empty: 'No document with these filters.', first: 'No documents yet. Send the first one.', loading: 'Loading…', shown: 'documents shown', end: 'End of the list', unknownType: 'No type', more: 'Load more',
  },
  doc: {
    back: 'Documents', page: 'Page', of: 'of', zoomIn: 'Zoom in', zoomOut: 'Zoom out', fit: 'Fit to width', upright: 'As read', sent: 'As sent', drawing: 'Drawing the page…', noPicture: 'No picture of this page.',
    xml: 'An XML has no pages: the values come from the elements of the invoice.', fields: 'Fields', text: 'Text', json: 'JSON', timeline: 'Timeline', callbacks: 'Callbacks', missing: 'Not found', required: 'required',
    inconsistencies: 'Inconsistencies', errors: 'Values with an error', detection: 'Type', provided: 'given', detected: 'detected', confidence: 'Confidence', reliability: 'Reliability', copy: 'Copy', copied: 'Copied', download: 'Download', showAll: 'Show all places',
    unread: 'Fields not found', unplaced: 'No place on the page', ambiguous: 'Ambiguous place: the value stands more than once on the line', progress: 'The document is in progress. This page updates by itself.', notFound: 'Document not found.', nothing: 'No field was read.', classified: 'Only the type was asked for.',
    keys: 'Keyboard', keyNext: 'field', keyRight: 'right', keyFix: 'correct', snippet: 'Cut-out of the page', high: '≥ 95 %', medium: '80–94 %', low: '< 80 %', legend: 'Confidence of the value',
    total: 'Total', worked: 'Work', waited: 'Wait', noCallback: 'No callback was asked for.', attempt: 'Attempt', outcome: { started: 'started', delivered: 'delivered', failed: 'failed', exhausted: 'exhausted', pending: 'pending' }, host: 'Destination', csv: 'CSV', markdown: 'Markdown', noText: 'The text is not ready yet.', row: 'Row', summary: 'Summary', rows: 'rows', viewer: 'Pages of the document', details: 'Result',
  },
  fix: { add: 'Add', right: 'It is right', fix: 'Correct', value: 'Right value', save: 'Save', cancel: 'Cancel', saved: 'Correction kept', undo: 'Undo', confirmed: 'Confirmed', corrected: 'Corrected', absent: 'Not on the document', invalid: 'Not a value of this kind of field.', was: 'read:', note: 'Corrections never change the result; they become samples with the truth.', failed: 'The correction was not kept:' },
  batch: { title: 'Batches', lead: 'Open a batch by its identifier or reference.', id: 'Identifier of the batch', reference: 'Reference', open: 'Open', recent: 'Recent batches', none: 'No recent batches.', done: 'done', documents: 'documents', export: 'Export', csv: 'Items (CSV)', values: 'Values (CSV)', jsonl: 'Results (JSONL)', exporting: 'Exporting', notFound: 'Batch not found.', filter: 'Filter', created: 'Created', finished: 'Finished' },
  dash: { title: 'Dashboard', period: 'Period', day: '24 hours', week: '7 days', month: '30 days', documents: 'Documents', pages: 'Pages', success: 'Success', p50_ms: 'Median', p95_ms: '95 %', p99_ms: '99 %', volume: 'Volume', outcomes: 'Outcomes', latency: 'Time to the result', seconds: 'seconds', types: 'Types', problems: 'Fields with a problem', missing: 'Missing', invalid: 'Invalid', callbacks: 'Callbacks', backlog: 'In progress, by step', oldest: 'Oldest', none: 'No data in the period.', noProblems: 'No field was missing or invalid.', noCallbacks: 'No callbacks in the period.', noBacklog: 'Nothing in progress.', inProgress: 'In progress', perHour: 'per hour', perSix: 'every 6 hours', perDay: 'per day (UTC)' },
  ops: { title: 'Operation', health: 'Parts of the service', ok: 'up', unavailable: 'away', version: 'Version', commands: 'What is done in the terminal', commandsNote: 'Accounts and keys change on the machine only, with the lavra program.', operatorNote: 'Queues, letters, endpoints and accounts appear here for the key of an operator account. The rest is done on the machine, with the lavra program.', operator: 'Create an operator account', account: 'Create an account and its key', revoke: 'Revoke a key', dead: 'See dead letters and why', config: 'Check the configuration', types: 'Types and fields', required: 'Required', kind: 'Form', field: 'Field' },
  letters: { title: 'Parked and dead letters', lead: 'Records that nobody could finish. A parked one waits; a dead one has ended as failed; a callback never arrived.', kind: 'Kind', kinds: { dead: 'Dead', parked: 'Parked', callback: 'Callback' }, states: { open: 'Open', replayed: 'Replayed', discarded: 'Discarded' }, settledToo: 'Settled ones too', none: 'Nothing parked or dead.', reasons: 'Reasons', reason: 'Reason', stage: 'Stage', letters: 'Letters', last: 'Last', first: 'First failure', settle: 'Settle', replay: 'Replay', discard: 'Discard', replayAll: 'Replay all', discardAll: 'Discard all', settled: 'settled', left: 'left', request: 'Request', account: 'Account', from: 'From', attempts: 'Attempts', replays: 'Replayed before', settledAt: 'Settled' },
  queues: { title: 'Queues', group: 'Group', records: 'Records', oldest: 'Oldest', none: 'No queues.' },
  endpoints: { title: 'Callback endpoints', none: 'No callbacks in the last days.', last: 'Last attempt', states: { ok: 'Delivering', failing: 'Failing', down: 'Down' } },
  accounts: { title: 'Accounts and keys', keys: 'Keys', active: 'Active', inactive: 'Inactive', revoked: 'revoked' },
  error: { unexpected: 'Something went wrong.', retry: 'Try again', away: 'The service is away for a moment.', code: 'Code' },
}
