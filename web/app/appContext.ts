export type { Session as App } from './Session.ts'
export { useSession as useApp } from './sessionContext.ts'
