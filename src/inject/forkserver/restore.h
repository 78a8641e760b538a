#ifndef CGBENCH_RESTORE_H
#define CGBENCH_RESTORE_H

/* Takes the hooks out of every loaded object: where one of its relocations was bound to a stub,
   it now is to the real function. From then on this library defines nothing for anybody, so
   that what is bound or loaded later gets the real functions as well. */
void restore_all(void);

#endif
