import type { Service } from '../platform/platform.ts'

/** The socket that tells customers what becomes of their activation. */
export const pushService: Service = { name: 'push', register }

async function register(): Promise<void> {}
