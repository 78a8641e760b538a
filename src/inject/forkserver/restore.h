#pragma once

/* Removes the hooks from every loaded binary: relocations bound to a stub are bound to the real
   function instead. After that this library defines no symbols, so that later binding and
   loading finds the real functions, too. */
void restore_all(void);
