import { language } from './i18n'

export type Scalar = string | number | boolean | null

const number = (options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat('pt-BR', options)

// show writes a value as people in Brazil do, by its kind in the catalogue.
export function show(value: Scalar | undefined, kind = ''): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? (language.value === 'pt' ? 'Sim' : 'Yes') : language.value === 'pt' ? 'Não' : 'No'
  if (typeof value === 'number') {
    if (kind === 'money') return number({ style: 'currency', currency: 'BRL', minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(value)
    if (kind === 'percent') return number({ maximumFractionDigits: 6 }).format(value) + ' %'
    if (kind === 'year') return String(value)
    return number({ maximumFractionDigits: 10 }).format(value)
  }
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value)
  if (date) return `${date[3]}/${date[2]}/${date[1]}`
  const month = /^(\d{4})-(\d\d)$/.exec(value)
  if (month && kind === 'month') return `${month[2]}/${month[1]}`
  if (/^(cpf|cpf_cnpj)$/.test(kind) && /^\d{11}$/.test(value)) return value.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4')
  if (/^(cnpj|cpf_cnpj)$/.test(kind) && /^[\dA-Z]{12}\d{2}$/.test(value)) return value.replace(/(.{2})(.{3})(.{3})(.{4})(.{2})/, '$1.$2.$3/$4-$5')
  if (kind === 'cep' && /^\d{8}$/.test(value)) return value.replace(/(\d{5})(\d{3})/, '$1-$2')
  return value
}

export const isNumeric = (kind: string) => /^(money|decimal|integer|percent|year)$/.test(kind)

// read takes what somebody typed as a value of the kind; undefined where it is none.
export function read(text: string, kind: string): Scalar | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (isNumeric(kind)) {
    const plain = trimmed.replace(/[R$\s%]/g, '')
    const decimal = plain.includes(',') ? plain.replace(/\./g, '').replace(',', '.') : plain
    const value = Number(decimal)
    return decimal !== '' && Number.isFinite(value) ? value : undefined
  }
  if (kind === 'date') {
    const day = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(trimmed)
    if (day) return `${day[3]}-${day[2]}-${day[1]}`
    return /^\d{4}-\d\d-\d\d$/.test(trimmed) ? trimmed : undefined
  }
  if (kind === 'month') {
    const month = /^(\d{2})\/(\d{4})$/.exec(trimmed)
    if (month) return `${month[2]}-${month[1]}`
    return /^\d{4}-\d\d$/.test(trimmed) ? trimmed : undefined
  }
  if (kind === 'bool') return /^(sim|yes|true|s)$/i.test(trimmed) ? true : /^(n[aã]o|no|false|n)$/i.test(trimmed) ? false : undefined
  if (/^(cpf|cnpj|cpf_cnpj|cep)$/.test(kind)) return trimmed.replace(/[.\-/\s]/g, '').toUpperCase()
  return trimmed
}

export function time(text: string | null | undefined): string {
  if (!text) return '—'
  return new Date(text).toLocaleString(language.value === 'pt' ? 'pt-BR' : 'en-GB', { dateStyle: 'short', timeStyle: 'medium' })
}

export function duration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '—'
  if (ms < 1000) return `${Math.round(ms)} ms`
  const s = ms / 1000
  if (s < 60) return `${number({ maximumFractionDigits: 1 }).format(s)} s`
  const min = Math.floor(s / 60)
  if (min < 60) return `${min} min ${Math.floor(s % 60)} s`
  return min < 48 * 60 ? `${Math.floor(min / 60)} h ${min % 60} min` : `${Math.floor(min / 1440)} d`
}

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1 << 20) return `${Math.round(bytes / 1024)} KB`
  return `${number({ maximumFractionDigits: 1 }).format(bytes / (1 << 20))} MB`
}

export const count = (n: number) => number().format(n)

// level is the band of a confidence.
export type Level = 'high' | 'medium' | 'low' | 'none'
export function level(confidence: number | null | undefined): Level {
  if (confidence === null || confidence === undefined) return 'none'
  return confidence >= 0.95 ? 'high' : confidence >= 0.8 ? 'medium' : 'low'
}
// percent rounds down: what is not certain is never 100 %.
export const percent = (share: number | null | undefined) => (share === null || share === undefined ? '—' : `${Math.floor(Math.min(share, 1) * 100 + 1e-9)} %`)
