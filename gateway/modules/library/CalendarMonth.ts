import type { CalendarMonthResolvers } from '../../__generated__/resolvers.ts'

/** `CalendarMonth` */
export const CalendarMonth: CalendarMonthResolvers = {
  year: ({ year }) => year || null,
  month: ({ month }) => month || null,
}
