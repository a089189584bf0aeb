import { notFound } from './problems.ts'

/** An account that exists if `DEMO` is on. */
export interface DemoAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly kind: 'consumer' | 'business'
}

/** The password of every demo account. */
export const demoPassword = 'keepsake-demo'

/**
 * The demo accounts: the first owns the demo photos, the second is for sharing, the third is a validated business, and
 * the fourth has an older library to import. The last three are business accounts: one whose details are missing, one
 * that is not validated yet, and one that is blocked.
 */
export const demoAccounts = [
  {
    id: '0198c0de-0000-7000-8000-00000000a001',
    email: 'anna@keepsake.example',
    name: 'Anna de Wit',
    kind: 'consumer',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a002',
    email: 'ben@keepsake.example',
    name: 'Ben Okafor',
    kind: 'consumer',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a003',
    email: 'studio@keepsake.example',
    name: 'Studio Nord',
    kind: 'business',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a004',
    email: 'clara@keepsake.example',
    name: 'Clara Lind',
    kind: 'consumer',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a005',
    email: 'atelier@keepsake.example',
    name: 'Atelier Roux',
    kind: 'business',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a006',
    email: 'fotohaus@keepsake.example',
    name: 'Fotohaus Bakker',
    kind: 'business',
  },
  {
    id: '0198c0de-0000-7000-8000-00000000a007',
    email: 'copyshop@keepsake.example',
    name: 'Copyshop Peeters',
    kind: 'business',
  },
] as const satisfies readonly DemoAccount[]

/** @throws Problem 404 if there is no such demo account */
export function demoAccountOf(email: string): DemoAccount {
  const account = demoAccounts.find((candidate) => candidate.email === email.toLowerCase())
  if (!account) throw notFound('There is no such demo account.')
  return account
}

/**
 * An order of a demo account that is in the demo data of several services: the order itself, its voucher, and the PDF
 * of the ordered product.
 */
export interface DemoOrder {
  readonly accountId: string
  readonly code: string
  /** The product and the title of the first line. */
  readonly productCode: string
  readonly title: string
  /** The voucher that the first line has used, with its discount in percent. Null: none. */
  readonly voucher: { readonly code: string; readonly campaignName: string; readonly percentage: number } | null
}

const [anna, ben, studio] = demoAccounts

export const demoOrders: readonly DemoOrder[] = [
  {
    accountId: anna.id,
    code: 'DEMO-1001',
    productCode: 'PAP_370',
    title: 'Photo book: A week in Brittany',
    voucher: { code: 'ANNA-BIRTHDAY', campaignName: 'Birthday', percentage: 15 },
  },
  { accountId: anna.id, code: 'DEMO-1002', productCode: 'PAP_810', title: 'Wall calendar 2027', voucher: null },
  {
    accountId: ben.id,
    code: 'DEMO-2001',
    productCode: 'PAP_450',
    title: 'Canvas: Sunrise on the lake',
    voucher: { code: 'BEN-BIRTHDAY', campaignName: 'Birthday', percentage: 15 },
  },
  {
    accountId: studio.id,
    code: 'DEMO-3001',
    productCode: 'PAP_371',
    title: 'Photo book: Autumn weddings',
    voucher: { code: 'STUDIO-SPRING', campaignName: 'Spring offer', percentage: 20 },
  },
]
