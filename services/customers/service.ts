import type { Service } from '../platform/platform.ts'

/** Customers: their account information, how long their photos are kept, and the retention that follows from it. */
export const customersService: Service = { name: 'customers', register }

async function register(): Promise<void> {}
