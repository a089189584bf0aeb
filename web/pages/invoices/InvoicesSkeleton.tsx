import { InvoiceListSkeleton } from '../../shared/invoices/InvoiceListSkeleton.tsx'
import list from './InvoicesList.module.css'
import { invoicesPerPage } from './invoicesPerPage.ts'

/** Shown until the invoices are loaded. */
export function InvoicesSkeleton() {
  return (
    <>
      <div className={list.count} />
      <InvoiceListSkeleton count={invoicesPerPage} />
    </>
  )
}
