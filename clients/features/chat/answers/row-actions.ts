/**
 * Classes for actions under a message, which show on hover and focus; always on touch, and under the newest
 * answer.
 */
export const rowActions = (always: boolean): string =>
  always
    ? ""
    : "opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 touch:opacity-100 has-data-popup-open:opacity-100";
