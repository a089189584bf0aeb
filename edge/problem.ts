import { STATUS_CODES } from 'node:http'

/** The body of an error answer (RFC 9457), with a stable `code`. */
export function problemOf(status: number, code: string, detail: string): object {
  return { type: 'about:blank', title: STATUS_CODES[status], status, code, detail }
}
