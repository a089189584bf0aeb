import type { Service } from '../platform/platform.ts'

/** Archives of chosen photos, and the socket that tells of them. */
export const downloadsService: Service = { name: 'downloads', register }

async function register(): Promise<void> {}
