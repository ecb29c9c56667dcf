// One picture for each game, and for the idea in the name.

import { Arrow, Mini, Picture, Words } from './drawing.tsx';

export function Picture2048() {
  return (
    <Picture
      label="A row of 2, 2, 4 and an empty cell becomes 4, 4 when moved to the left; then a new 2 appears"
      height={70}
    >
      <Mini x={2} y={22} tiles={[2, 2, 4, 0]} cell={20} />
      <Arrow from={[102, 36]} to={[126, 36]} />
      <Words x={113} y={26} quiet>
        left
      </Words>
      <Mini x={132} y={22} tiles={[4, 4, 0, 0]} cell={20} />
      <Arrow from={[234, 36]} to={[272, 36]} dashed />
      <Words x={252} y={26} quiet>
        chance
      </Words>
      <Mini x={280} y={22} tiles={[2]} columns={1} cell={20} />
    </Picture>
  );
}

export function PictureThrees() {
  return (
    <Picture
      label="A row of 3, 1, 2 and 6 becomes 3, 3, 6 and an empty cell when moved to the left: everything moves by one"
      height={70}
    >
      <Mini x={30} y={20} tiles={[3, 1, 2, 6]} game="threes" />
      <Arrow from={[142, 34]} to={[176, 34]} />
      <Words x={159} y={24} quiet>
        left
      </Words>
      <Mini x={186} y={20} tiles={[3, 3, 6, 0]} game="threes" />
    </Picture>
  );
}

export function PictureAfterstate() {
  return (
    <Picture label="A state, by your move, becomes an afterstate, and by chance the next state" height={112}>
      <Mini x={4} y={6} tiles={[0, 2, 0, 4, 8, 2, 16, 8, 8]} columns={3} />
      <Arrow from={[88, 45]} to={[114, 45]} />
      <Words x={101} y={36} quiet>
        move
      </Words>
      <Mini x={120} y={6} tiles={[2, 0, 0, 4, 8, 2, 16, 16, 0]} columns={3} />
      <Arrow from={[204, 45]} to={[230, 45]} dashed />
      <Words x={217} y={36} quiet>
        chance
      </Words>
      <Mini x={236} y={6} tiles={[2, 0, 2, 4, 8, 2, 16, 16, 0]} columns={3} marked={[2]} />
      <Words x={43} y={102}>
        state
      </Words>
      <Words x={159} y={102}>
        afterstate
      </Words>
      <Words x={275} y={102}>
        next state
      </Words>
    </Picture>
  );
}
