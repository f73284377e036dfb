#include "rules/calls/names.h"

namespace cotangent::rules {

namespace {

constexpr CallFacts first_argument{.never_throws = true, .result_within_argument = 0};
constexpr CallFacts writes_first_argument{.never_throws = true, .writes_arguments = true, .result_within_argument = 0};

constexpr CallGroup groups[] = {
    // Input and output. A stream is not memory that the program can look into.
    {facts::quiet, "printf fprintf dprintf vprintf vfprintf vdprintf puts fputs fputs_unlocked putchar "
                   "putchar_unlocked putc putc_unlocked "
                   "fputc fputc_unlocked putw fwrite fwrite_unlocked fflush fflush_unlocked fopen fopen64 fdopen "
                   "freopen freopen64 popen pclose tmpfile "
                   "tmpfile64 fclose fgetc fgetc_unlocked getc getc_unlocked getchar getchar_unlocked getw ungetc "
                   "fseek fseeko fseeko64 ftell ftello "
                   "ftello64 rewind feof ferror clearerr fileno flockfile funlockfile perror setbuf setvbuf setlinebuf "
                   "remove rename unlink mkdir rmdir "
                   "chdir open open64 creat close write pwrite pwrite64 lseek lseek64 access isatty fsync dup dup2 "
                   "wprintf fwprintf fputwc putwchar "
                   "__printf_chk __fprintf_chk __dprintf_chk __vprintf_chk __vfprintf_chk syslog openlog closelog"},
    {facts::quiet_writer, "sprintf snprintf vsprintf vsnprintf asprintf vasprintf __sprintf_chk __snprintf_chk "
                          "__vsprintf_chk __vsnprintf_chk __asprintf_chk "
                          "scanf fscanf sscanf vscanf vfscanf vsscanf __isoc99_scanf __isoc99_fscanf __isoc99_sscanf "
                          "__isoc99_vscanf __isoc99_vfscanf "
                          "__isoc99_vsscanf __isoc23_scanf __isoc23_fscanf __isoc23_sscanf fread fread_unlocked "
                          "getline getdelim fgetpos fsetpos read pread "
                          "pread64 stat fstat lstat stat64 fstat64 lstat64 pipe swprintf __fread_chk __read_chk"},
    {writes_first_argument, "fgets fgets_unlocked __fgets_chk getcwd tmpnam mktemp"},

    // Strings and bytes. What is copied here are characters; memcpy, memmove and memset copy anything and are no calls
    // of this table.
    {facts::quiet, "strlen strnlen strcmp strncmp strcasecmp strncasecmp strcoll memcmp bcmp strspn strcspn atoi atol "
                   "atoll atof strerror strsignal "
                   "wcslen wcscmp wmemcmp wcsncmp isalpha isdigit isalnum isspace isupper islower ispunct isprint "
                   "iscntrl isgraph isxdigit isblank "
                   "toupper tolower iswalpha iswspace iswdigit towlower towupper __ctype_b_loc __ctype_tolower_loc "
                   "__ctype_toupper_loc "
                   "__ctype_get_mb_cur_max setlocale newlocale uselocale freelocale localeconv nl_langinfo"},
    {first_argument, "strchr strrchr strchrnul index rindex strstr strcasestr strpbrk memchr memrchr rawmemchr wcschr "
                     "wmemchr basename"},
    {facts::quiet_writer,
     "strtol strtoul strtoll strtoull strtod strtof strtold __isoc23_strtol __isoc23_strtoul __isoc23_strtoll "
     "__isoc23_strtoull "
     "__strtol_internal __strtod_internal strtok strtok_r strsep strxfrm strerror_r mbstowcs wcstombs mbrtowc wcrtomb"},
    {writes_first_argument, "strcpy strncpy strcat strncat stpcpy stpncpy __strcpy_chk __strncpy_chk __strcat_chk "
                            "__strncat_chk __stpcpy_chk wcscpy wcscat"},

    // Time.
    {facts::quiet,
     "clock clock_getres difftime mktime timegm gmtime localtime asctime ctime usleep sleep sched_yield alarm"},
    {facts::quiet_writer, "time gettimeofday clock_gettime clock_nanosleep nanosleep gmtime_r localtime_r strftime "
                          "timespec_get times getrusage"},

    // Random numbers.
    {facts::quiet, "rand srand random srandom drand48 lrand48 mrand48 srand48 arc4random arc4random_uniform"},
    {facts::quiet_writer, "rand_r random_r srandom_r drand48_r erand48 nrand48 jrand48 seed48 lcong48 initstate "
                          "setstate getrandom getentropy "
                          "arc4random_buf"},

    // Process and environment.
    {facts::quiet, "getenv secure_getenv setenv unsetenv putenv system getpid getppid gettid getuid geteuid getgid "
                   "sysconf getpagesize atexit at_quick_exit "
                   "__cxa_atexit __cxa_finalize signal raise kill __errno_location __h_errno_location sched_getcpu "
                   "getauxval dlopen dlsym "
                   "dlclose dlerror mlock munlock backtrace_symbols_fd"},
    {facts::quiet_writer, "gethostname uname sigaction sigemptyset sigaddset sigprocmask sched_getaffinity "
                          "sched_setaffinity backtrace dladdr"},
    {facts::ends, "abort exit _exit _Exit quick_exit __assert_fail __assert_perror_fail __assert __stack_chk_fail "
                  "__chk_fail __fortify_fail"},

    // Threads: those calls that run none of the program's functions.
    {facts::quiet_writer, "pthread_mutex_init pthread_mutex_destroy pthread_mutex_lock pthread_mutex_trylock "
                          "pthread_mutex_timedlock pthread_mutex_unlock "
                          "pthread_mutexattr_init pthread_mutexattr_destroy pthread_mutexattr_settype "
                          "pthread_rwlock_init pthread_rwlock_destroy "
                          "pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_wrlock "
                          "pthread_rwlock_trywrlock pthread_rwlock_unlock "
                          "pthread_spin_init pthread_spin_destroy pthread_spin_lock pthread_spin_trylock "
                          "pthread_spin_unlock pthread_cond_init "
                          "pthread_cond_destroy pthread_cond_signal pthread_cond_broadcast pthread_barrier_init "
                          "pthread_barrier_destroy pthread_attr_init "
                          "pthread_attr_destroy pthread_attr_setstacksize pthread_attr_setdetachstate sem_init "
                          "sem_destroy sem_wait sem_trywait sem_post"},
    {{.writes_arguments = true},
     "pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait pthread_barrier_wait"}, // cancellation
    {facts::quiet, "pthread_self pthread_equal pthread_setname_np pthread_getcpuclockid"},

    // Numbers in, integers or switches out.
    {facts::quiet, "isnan isnanf isnanl __isnan __isnanf __isnanl isinf isinff isinfl __isinf __isinff __isinfl finite "
                   "finitef finitel __finite __finitef "
                   "__finitel __fpclassify __fpclassifyf __fpclassifyl __signbit __signbitf __signbitl __issignaling "
                   "__iseqsig ilogb ilogbf ilogbl "
                   "llogb llogbf llogbl lround lroundf lroundl llround llroundf llroundl lrint lrintf lrintl llrint "
                   "llrintf llrintl nan nanf nanl "
                   "fegetround fesetround feclearexcept feraiseexcept fetestexcept feenableexcept fedisableexcept"},
    {facts::quiet_writer, "fegetenv fesetenv feholdexcept feupdateenv fegetexceptflag fesetexceptflag"},
};

} // namespace

std::span<const CallGroup> c_library_calls() { return groups; }

} // namespace cotangent::rules
