// The few special functions that intervals and tests need, each by the shortest method that is accurate to ten
// digits where we use it. A statistics library was refused: these are a hundred lines, and the tests check them
// against published tables.

/** The 97.5% quantile of the normal distribution: 95% of it lies within this many deviations. */
export const NORMAL_95 = 1.959963984540054;

/** The 97.5% quantile of Student's t distribution, for a whole number of degrees of freedom. */
export function studentT95(degrees: number): number {
  if (!Number.isInteger(degrees) || degrees < 1)
    throw new RangeError(`degrees of freedom must be a whole number of at least 1, not ${degrees}`);
  return degrees < 200 ? studentByAngle(degrees, 0.95) : studentByExpansion(degrees);
}

/** How far from 0 Student's t distribution reaches with the probability `within`: 0.95 gives the quantile above. */
export function studentT(degrees: number, within: number): number {
  if (!Number.isInteger(degrees) || degrees < 1 || !(within > 0 && within < 1))
    throw new RangeError(`Student's t needs degrees ≥ 1 and a probability, not ${degrees} and ${within}`);
  return studentByAngle(degrees, within);
}

/** P(|T| < t) has a closed form in the angle arctan(t / √degrees); it rises with the angle, so bisection finds t. */
function studentByAngle(degrees: number, within: number): number {
  let low = 0;
  let high = Math.PI / 2;
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (studentWithin(middle, degrees) < within) low = middle;
    else high = middle;
  }
  return Math.tan((low + high) / 2) * Math.sqrt(degrees);
}

/** Abramowitz and Stegun 26.7.3 (odd degrees) and 26.7.4 (even degrees). */
function studentWithin(angle: number, degrees: number): number {
  const sine = Math.sin(angle);
  const square = Math.cos(angle) ** 2;
  if (degrees % 2 === 0) {
    let term = 1;
    let sum = 1;
    for (let k = 2; k < degrees; k += 2) sum += term *= (square * (k - 1)) / k;
    return sine * sum;
  }
  if (degrees === 1) return (2 / Math.PI) * angle;
  let term = Math.cos(angle);
  let sum = term;
  for (let k = 3; k < degrees; k += 2) sum += term *= (square * (k - 1)) / k;
  return (2 / Math.PI) * (angle + sine * sum);
}

/** Abramowitz and Stegun 26.7.5: an expansion about the normal quantile; from 200 degrees it errs by less than 1e-11. */
function studentByExpansion(degrees: number): number {
  const z = NORMAL_95;
  const s = z * z;
  const g1 = (z * (s + 1)) / 4;
  const g2 = (z * ((5 * s + 16) * s + 3)) / 96;
  const g3 = (z * (((3 * s + 19) * s + 17) * s - 15)) / 384;
  const g4 = (z * ((((79 * s + 776) * s + 1482) * s - 1920) * s - 945)) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / degrees) / degrees) / degrees) / degrees;
}

/** log Γ(x) for x > 0: the Stirling series, after Γ(x + 1) = x Γ(x) has raised x to where the series is exact enough. */
export function logGamma(x: number): number {
  let shift = 0;
  while (x < 12) {
    shift += Math.log(x);
    x++;
  }
  const r = 1 / (x * x);
  const series = (1 / 12 - r * (1 / 360 - r * (1 / 1260 - r * (1 / 1680 - r * (1 / 1188 - (r * 691) / 360360))))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}

/** The upper regularised incomplete gamma function Q(a, x): a series below a + 1, Lentz's continued fraction above. */
export function upperGamma(a: number, x: number): number {
  if (!(a > 0) || !(x >= 0)) throw new RangeError(`upperGamma needs a > 0 and x ≥ 0, not ${a} and ${x}`);
  if (x === 0) return 1;
  if (x === Infinity) return 0;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; term > sum * 1e-17; n++) sum += term *= x / (a + n);
    return 1 - scale * sum;
  }
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 100_000; n++) {
    const numerator = n * (a - n);
    b += 2;
    d = 1 / (numerator * d + b || tiny);
    c = b + numerator / c || tiny;
    const step = c * d;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return scale * fraction;
}
