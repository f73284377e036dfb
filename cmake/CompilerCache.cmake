# Compile through ccache where it is installed. Precompiled headers need the two sloppiness settings
# (and -fno-pch-timestamp, see Engine.cmake), otherwise every lookup misses.
find_program(COTANGENT_CCACHE ccache)
mark_as_advanced(COTANGENT_CCACHE)
if(COTANGENT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${COTANGENT_CCACHE})
endif()
