import { type Amount, type Variables, valueOf } from './amounts.ts'

/** The cost of one field of an operation, per object that has the field. */
export interface FieldCost {
  /** The response path, such as `viewer.library.photos`. */
  readonly path: string
  /** How many objects the field returns. */
  readonly length: Amount
  /** The length of the list: of the field itself, or of the `edges` below it. Undefined for a field without a list. */
  readonly listSize: Amount | undefined
  /** The cost of the field with everything below it. */
  readonly total: Amount
}

/** A field, and the path to it, with numbers instead of amounts. */
interface Found {
  readonly path: string
  /** The lists that contain the field, and its own list, such as `months: 120`. */
  readonly lists: readonly string[]
  readonly items: number
  readonly cost: number
}

/**
 * Describes the list that an operation should shorten. The search starts at the root, and follows the most expensive
 * field down to a list, and further as long as the field makes up more than half of the cost.
 * @param fields the costs of all fields
 * @param whole the cost of the operation
 */
export function describeMostExpensive(fields: readonly FieldCost[], variables: Variables, whole: number): string {
  const children = childrenOf(fields, variables)
  let mostExpensive: Found | undefined
  let place = { path: '', lists: [] as readonly string[], objects: 1, items: 1 }
  for (;;) {
    const next = largestOf(children.get(place.path) ?? [])
    const cost = (next?.total ?? 0) * place.objects
    const isSmall = cost <= whole / 2
    if (!next || (isSmall && place.lists.length > 0)) break
    const lists = next.listSize === undefined ? place.lists : [...place.lists, `${next.name}: ${next.listSize}`]
    const items = place.items * (next.listSize ?? 1)
    if (next.listSize !== undefined || !mostExpensive) mostExpensive = { path: next.path, lists, items, cost }
    place = { path: next.path, lists, objects: place.objects * next.length, items }
  }
  return mostExpensive ? sentenceOf(mostExpensive) : ''
}

function sentenceOf({ path, lists, items, cost }: Found): string {
  const size = lists.length > 1 ? `${items} items (${lists.join(', ')})` : `${items} items`
  return `The most expensive field is ${path}: it costs ${cost}${lists.length > 0 ? `, for ${size}` : ''}.`
}

interface Child {
  readonly path: string
  readonly name: string
  readonly length: number
  readonly listSize: number | undefined
  readonly total: number
}

/** The fields by the path of their parent. A field that several possible types have is listed once for each type. */
function childrenOf(fields: readonly FieldCost[], variables: Variables): Map<string, Child[]> {
  const children = new Map<string, Child[]>()
  for (const { path, length, listSize, total } of fields) {
    const end = path.lastIndexOf('.')
    const siblings = children.get(path.slice(0, Math.max(0, end))) ?? []
    children.set(path.slice(0, Math.max(0, end)), siblings)
    siblings.push({
      path,
      name: path.slice(end + 1),
      length: valueOf(length, variables),
      listSize: listSize === undefined ? undefined : valueOf(listSize, variables),
      total: valueOf(total, variables),
    })
  }
  return children
}

function largestOf(children: readonly Child[]): Child | undefined {
  let largest: Child | undefined
  for (const child of children) if (child.total > (largest?.total ?? 0)) largest = child
  return largest
}
