import type { PublicConfig } from '../../../app/publicConfig.ts'

/** The sales channel without exports. */
const excludedChannel = 'p'

/** Whether a brand's customers are offered an export. */
export function offersExport({ channel }: Pick<PublicConfig, 'channel'>): boolean {
  return channel !== excludedChannel
}

/** Whether an export in this status is still being made. */
export function isExportRunning(status: string | null | undefined): boolean {
  return status === 'REQUESTED' || status === 'IN_PROGRESS'
}
