// Quiet words of a picture, such as the names of columns and rows, are no larger than the page's own,
// however large a small board is shown. Knows no puzzle.
const LETTERS = 17; // the most pixels
const bounded = (picture, scale) => {
  const quiet = getComputedStyle(picture).getPropertyValue("--quiet").replaceAll(" ", "");
  for (const text of picture.querySelectorAll(`text:is([fill="var(--quiet)"], [fill="${quiet}"])`)) {
    const size = Number(text.getAttribute("font-size"));
    const less = Math.max(0, size - LETTERS / scale);
    text.style.fontSize = `${size - less}px`;
    text.style.transform = less ? `translateY(${-0.35 * less}px)` : "";
  }
};
