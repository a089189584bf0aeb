import type { CalendarMonthResolvers } from '../../__generated__/resolvers.ts'

/** Resolves the fields of `CalendarMonth`. */
export const CalendarMonth: CalendarMonthResolvers = {
  year: ({ year }) => year || null,
  month: ({ month }) => month || null,
}
