// Beside the page, where there is no document, the same program only tells distances: first it gets
// what the rules are made from, then [number, state], and answers [number, far].
if (typeof document === "undefined") {
  let beside = null;
  onmessage = ({ data }) => {
    if (beside) {
      const [number, state] = data;
      postMessage([number, beside.far(state)]);
    } else beside = completed(rules(data));
  };
  return;
}
