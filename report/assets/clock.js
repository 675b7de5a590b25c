// The one time that the picture and the cursors of all charts share.
'use strict';

function makeClock(start, end) {
  const kRest = 0.7;  // seconds that the last frame stays before the film starts again
  const listeners = [];
  const duration = Math.max(end - start, 1e-12);
  // Real time where a person can follow it, else about eight seconds for the whole.
  const realTime = duration >= 0.8 && duration <= 30;
  const clock = {
    start, end, duration,
    time: start,
    playing: false,
    looping: true,
    baseRate: realTime ? 1 : Number((duration / 8).toPrecision(1)),
    rate: 1,
  };
  clock.rate = clock.baseRate;
  let last = null, rest = 0, resume = false;

  const tell = () => listeners.forEach((listener) => listener(clock));

  const advance = (now) => {
    if (!clock.playing) return;
    const seconds = last === null ? 0 : Math.min((now - last) / 1000, 0.1);
    last = now;
    if (clock.time >= end) {
      rest += seconds;
      if (!clock.looping) clock.pause();
      else if (rest >= kRest) { rest = 0; clock.time = start; }
    } else {
      clock.time = Math.min(end, clock.time + seconds * clock.rate);
    }
    tell();
    if (clock.playing) requestAnimationFrame(advance);
  };

  clock.onChange = (listener) => { listeners.push(listener); };
  clock.play = () => {
    if (clock.playing) return;
    if (clock.time >= end) clock.time = start;
    clock.playing = true;
    last = null;
    rest = 0;
    tell();
    requestAnimationFrame(advance);
  };
  clock.pause = () => { clock.playing = false; tell(); };
  clock.toggle = () => { resume = false; if (clock.playing) clock.pause(); else clock.play(); };
  clock.seek = (time) => {
    clock.time = Math.min(end, Math.max(start, time));
    tell();
  };
  /** While the pointer is over a chart the film follows it; afterwards it plays on, if it played before. */
  clock.hold = (time) => {
    if (clock.playing) { resume = true; clock.playing = false; }
    clock.seek(time);
  };
  clock.release = () => {
    if (resume) clock.play();
    resume = false;
  };
  return clock;
}
