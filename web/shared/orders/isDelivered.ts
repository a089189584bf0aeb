/** Whether the carriers have reported that all parcels of an order have arrived. */
export function isDelivered(
  status: string | null | undefined,
  shipments: readonly { readonly status: string | null | undefined }[] | null | undefined,
): boolean {
  if (status !== 'SENT' || !shipments || shipments.length === 0) return false
  return shipments.every((shipment) => shipment.status === 'DELIVERED')
}
