// The labyrinths of the days: their numbers, and on how many days in a row they were solved in this
// browser, each on its day. Days are UTC's, counted from 1970. Knows no puzzle.
const DAY = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY); // the day on which the page was opened
const STREAK = "pylab daily";
const numbered = (day) => `No. ${day + 1 - Date.UTC(2026, 0, 1) / DAY}`;
const inRow = (days) => (days > 1 ? `${days} days in a row` : "");

// the last of the days in a row, and how many they are; 0 if a day was missed since
function streak() {
  try {
    const { last, days } = JSON.parse(localStorage.getItem(STREAK));
    if ([last, days].every(Number.isInteger) && last >= TODAY - 1) return { last, days };
  } catch { /* nothing is kept here, or nothing may be */ }
  return { last: 0, days: 0 };
}

// records that a day's labyrinth was solved; gives the number of days in a row, 0 if it was not today's
function solvedOn(day) {
  const { last, days } = streak();
  if (day !== TODAY || last === day) return day === TODAY ? days : 0;
  try {
    localStorage.setItem(STREAK, JSON.stringify({ last: day, days: days + 1 }));
  } catch {
    return 0;
  }
  return days + 1;
}
