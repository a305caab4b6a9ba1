"""How much two pictures differ, asked of a browser."""

COMPARE = """async ([one, other, width, height]) => {
  const pixels = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  let sum = 0, far = 0;
  for (let i = 0; i < a.length; i++) {
    sum += Math.abs(a[i] - b[i]);
    far += Math.abs(a[i] - b[i]) > 60;
  }
  return [sum / a.length, far / a.length];
}"""
