/** Id of the element that holds open tooltips; the frame puts it into a landmark, so that their words stand in one. */
export const TOOLTIP_HOST_ID = 'tooltips';
