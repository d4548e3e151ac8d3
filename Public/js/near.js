/**
 * Does something once an element is about to be seen.
 * @param {Element} element
 * @param {Function} action
 * @param {number} distance How far below or above the screen it may be, in pixels.
 */
export function whenNear(element, action, distance = 600) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      action();
    },
    { rootMargin: `${distance}px` },
  );
  observer.observe(element);
}
