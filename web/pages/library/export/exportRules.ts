/** Whether an export in this status is still being made. */
export function isExportRunning(status: string | null | undefined): boolean {
  return status === 'REQUESTED' || status === 'IN_PROGRESS'
}
