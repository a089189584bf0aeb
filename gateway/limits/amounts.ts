/** The variables of a request, as the client sent them. */
export type Variables = Readonly<Record<string, unknown>>

/** A number: a constant, or a function of the variables. */
export type Amount = number | ((variables: Variables) => number)

/** Whether something is selected: a constant, or a function of the variables. */
export type Condition = boolean | ((variables: Variables) => boolean)

/** Evaluates an amount. */
export function valueOf(amount: Amount, variables: Variables): number {
  return typeof amount === 'number' ? amount : amount(variables)
}

/** The sum of the amounts. */
export function sum(amounts: readonly Amount[]): Amount {
  const { known, unknown } = partition(amounts)
  const constant = known.reduce((total, amount) => total + amount, 0)
  if (unknown.length === 0) return constant
  return (variables) => unknown.reduce((total, amount) => total + amount(variables), constant)
}

/** The largest of the amounts, at least 0. */
export function largest(amounts: readonly Amount[]): Amount {
  const { known, unknown } = partition(amounts)
  const constant = Math.max(0, ...known)
  if (unknown.length === 0) return constant
  return (variables) => unknown.reduce((found, amount) => Math.max(found, amount(variables)), constant)
}

/** The product of two amounts. */
export function product(one: Amount, other: Amount): Amount {
  if (typeof one === 'number' && typeof other === 'number') return one * other
  return (variables) => valueOf(one, variables) * valueOf(other, variables)
}

/** The amount, but not more than the limit. */
export function atMost(limit: number, amount: Amount): Amount {
  return typeof amount === 'number' ? Math.min(limit, amount) : (variables) => Math.min(limit, amount(variables))
}

/** The amount if the condition is true, else 0. */
export function amountIf(condition: Condition, amount: Amount): Amount {
  if (condition === true) return amount
  if (condition === false || amount === 0) return 0
  return (variables) => (condition(variables) ? valueOf(amount, variables) : 0)
}

/** The conjunction of two conditions. */
export function both(one: Condition, other: Condition): Condition {
  if (one === true || other === false) return other
  if (other === true || one === false) return one
  return (variables) => one(variables) && other(variables)
}

/** The disjunction of two conditions. */
export function either(one: Condition, other: Condition): Condition {
  if (one === false || other === true) return other
  if (other === false || one === true) return one
  return (variables) => one(variables) || other(variables)
}

function partition(amounts: readonly Amount[]) {
  const known = amounts.filter((amount) => typeof amount === 'number')
  const unknown = amounts.filter((amount) => typeof amount !== 'number')
  return { known, unknown }
}
