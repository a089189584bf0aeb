export { useSession as useApp } from './sessionContext.ts'
