import type { Kysely } from 'kysely'
import { demoAccounts, demoOrders } from '../platform/demo.ts'
import type { Platform } from '../platform/platform.ts'
import { listPdfs, storePdf } from './pdfs.ts'
import type { ProductsTables } from './tables.ts'

/** For each of the two `demoOrders` of the first demo account: stores a PDF of the first line. */
export async function addDemoPdfs(platform: Platform, database: Kysely<ProductsTables>): Promise<void> {
  const accountId = demoAccounts[0].id
  const stored = new Set((await listPdfs(database, accountId)).map(({ code }) => code))
  for (const order of demoOrders.filter((one) => one.accountId === accountId)) {
    const code = `${order.code}-1`
    if (!stored.has(code)) await storePdf(platform, database, { accountId, code }, pdfOfTitle(order.title))
  }
}

/**
 * A PDF of one landscape page that shows its title.
 * @param title ASCII characters, because the page uses a standard font
 */
export function pdfOfTitle(title: string): Uint8Array {
  const text = title.replaceAll(/[\\()]/g, String.raw`\$&`)
  const stream = `BT /F1 32 Tf 60 280 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${text}) >>`,
  ]
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  // Each entry of the cross-reference table must have exactly 20 bytes.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  const trailer = `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\n`
  return Buffer.from(`${file}${table}${trailer}startxref\n${file.length}\n%%EOF\n`, 'latin1')
}
