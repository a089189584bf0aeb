import type { Service } from '../platform/platform.ts'

/** Exports of whole libraries, in chunks. */
export const exportsService: Service = { name: 'exports', register }

async function register(): Promise<void> {}
