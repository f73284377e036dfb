#include "rules/calls/names.h"

namespace cotangent::rules {

namespace {

using Kind = CallFacts::Kind;

constexpr CallGroup groups[] = {
    // Nodes of std::map, std::set and std::list.
    {{.kind = Kind::Mirror, .never_throws = true},
     "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base "
     "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base "
     "_ZSt20_Rb_tree_rotate_leftPSt18_Rb_tree_node_baseRS0_ _ZSt21_Rb_tree_rotate_rightPSt18_Rb_tree_node_baseRS0_ "
     "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_ "
     "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_ "
     "_ZNSt8__detail15_List_node_base7_M_hookEPS0_ _ZNSt8__detail15_List_node_base9_M_unhookEv "
     "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_ _ZNSt8__detail15_List_node_base10_M_reverseEv "
     "_ZNSt8__detail15_List_node_base4swapERS0_S1_"},
    {facts::quiet, "_ZSt20_Rb_tree_black_countPKSt18_Rb_tree_node_baseS1_"},

    // Hash tables. The policy counts in itself how far the table may grow.
    {facts::quiet_writer,
     "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm _ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"},
    {facts::quiet, "_ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm"},

    // Exceptions.
    {facts::throws,
     "__cxa_throw __cxa_rethrow _Unwind_Resume _Unwind_Resume_or_Rethrow __cxa_bad_cast __cxa_bad_typeid "
     "__cxa_throw_bad_array_new_length "
     "__cxa_throw_bad_array_length __cxa_call_unexpected _ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE"},
    {facts::ends, "_ZSt9terminatev _ZSt10unexpectedv __clang_call_terminate __cxa_call_terminate __cxa_pure_virtual "
                  "__cxa_deleted_virtual "
                  "_ZSt21__glibcxx_assert_failPKciS0_S0_"},
    {facts::quiet, "__cxa_begin_catch __cxa_get_exception_ptr __cxa_free_exception __cxa_free_dependent_exception "
                   "__cxa_current_exception_type "
                   "__cxa_get_globals __cxa_get_globals_fast _Unwind_GetIP _Unwind_Backtrace _ZSt17current_exceptionv "
                   "_ZSt18uncaught_exceptionv "
                   "_ZSt19uncaught_exceptionsv _ZSt13get_terminatev _ZSt13set_terminatePFvvE _ZSt14get_unexpectedv "
                   "_ZSt15get_new_handlerv "
                   "_ZSt15set_new_handlerPFvvE"},
    {{}, "__cxa_end_catch"}, // the destructor of the exception may throw
    {{.never_throws = true, .result_is_fresh = true, .size_argument = 0, .deallocator = "__cxa_free_exception"},
     "__cxa_allocate_exception __cxa_allocate_dependent_exception"},

    // Static variables, types, threads.
    {{.writes_arguments = true}, "__cxa_guard_acquire"},
    {facts::quiet_writer, "__cxa_guard_release __cxa_guard_abort __cxa_demangle"},
    {facts::quiet, "__cxa_thread_atexit __cxa_thread_atexit_impl _ZNSt6thread20hardware_concurrencyEv"},
    {{.never_throws = true, .result_within_argument = 0}, "__dynamic_cast"},
    {facts::quiet, "_ZNSt19_Sp_make_shared_tag5_S_eqERKSt9type_info"},

    // OpenMP: which thread, which place.
    {facts::quiet, "__kmpc_global_thread_num"},
};

// Streams: what they read they write into arguments; operators return the stream they were given.
constexpr CallFacts stream{.writes_arguments = true};
constexpr CallFacts stream_operator{.writes_arguments = true, .result_within_argument = 0};
constexpr CallFacts text{.writes_arguments = true};
constexpr CallFacts text_reader{};

constexpr CallFamily families[] = {
    {"_ZSt", "__throw_", "_ZSt20__throw_length_errorPKc", facts::throws},

    {"_ZNSols", "", "_ZNSolsEd", stream_operator},
    {"_ZNSirs", "", "_ZNSirsERd", stream_operator},
    {"_ZNSo9_M_insertI", "", "_ZNSo9_M_insertIdEERSoT_", stream_operator},
    {"_ZNSi10_M_extractI", "", "_ZNSi10_M_extractIdEERSiRT_", stream_operator},
    {"_ZNSo5flushEv", "", "_ZNSo5flushEv", stream_operator},
    {"_ZNSo3putE", "", "_ZNSo3putEc", stream_operator},
    {"_ZNSo5writeE", "", "_ZNSo5writeEPKcl", stream_operator},
    {"_ZStlsI", "13basic_ostreamI", "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc", stream_operator},
    {"_ZStrsI", "13basic_istreamI", "_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_", stream_operator},
    {"_ZSt16__ostream_insertI", "", "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
     stream_operator},
    {"_ZSt4endlI", "", "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", stream_operator},
    {"_ZSt4endsI", "", "_ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", stream_operator},
    {"_ZSt5flushI", "", "_ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", stream_operator},
    {"_ZSt2wsI", "", "_ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_", stream_operator},
    {"_ZSt7getlineI", "",
     "_ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE",
     stream_operator},
    {"_ZNSo", "", "_ZNSo5seekpElSt12_Ios_Seekdir", stream},
    {"_ZNKSo", "", "_ZNKSo6sentrycvbEv", stream},
    {"_ZNSi", "", "_ZNSi4readEPcl", stream},
    {"_ZNKSi", "", "_ZNKSi6gcountEv", stream},
    {"_ZNSd", "", "_ZNSdD1Ev", stream},
    {"_ZNSt8ios_base", "", "_ZNSt8ios_base4InitC1Ev", stream},
    {"_ZNKSt8ios_base", "", "_ZNKSt8ios_base7failureB5cxx114whatEv", stream},
    {"_ZNSt9basic_iosI", "", "_ZNSt9basic_iosIcSt11char_traitsIcEE5clearESt12_Ios_Iostate", stream},
    {"_ZNKSt9basic_iosI", "", "_ZNKSt9basic_iosIcSt11char_traitsIcEE4failEv", stream},
    {"_ZNSt13basic_ostreamI", "", "_ZNSt13basic_ostreamIwSt11char_traitsIwEElsEd", stream},
    {"_ZNSt13basic_istreamI", "", "_ZNSt13basic_istreamIwSt11char_traitsIwEErsERd", stream},
    {"_ZNSt14basic_iostreamI", "", "_ZNSt14basic_iostreamIwSt11char_traitsIwEED1Ev", stream},
    {"_ZNSt15basic_streambufI", "", "_ZNSt15basic_streambufIcSt11char_traitsIcEE6xsputnEPKcl", stream},
    {"_ZNKSt15basic_streambufI", "", "_ZNKSt15basic_streambufIcSt11char_traitsIcEE6getlocEv", stream},
    {"_ZNSt13basic_filebufI", "", "_ZNSt13basic_filebufIcSt11char_traitsIcEE5closeEv", stream},
    {"_ZNKSt13basic_filebufI", "", "_ZNKSt13basic_filebufIcSt11char_traitsIcEE7is_openEv", stream},
    {"_ZNSt14basic_ifstreamI", "", "_ZNSt14basic_ifstreamIcSt11char_traitsIcEED1Ev", stream},
    {"_ZNKSt14basic_ifstreamI", "", "_ZNKSt14basic_ifstreamIcSt11char_traitsIcEE7is_openEv", stream},
    {"_ZNSt14basic_ofstreamI", "", "_ZNSt14basic_ofstreamIcSt11char_traitsIcEED1Ev", stream},
    {"_ZNKSt14basic_ofstreamI", "", "_ZNKSt14basic_ofstreamIcSt11char_traitsIcEE7is_openEv", stream},
    {"_ZNSt13basic_fstreamI", "", "_ZNSt13basic_fstreamIcSt11char_traitsIcEED1Ev", stream},
    {"_ZNKSt13basic_fstreamI", "", "_ZNKSt13basic_fstreamIcSt11char_traitsIcEE7is_openEv", stream},
    {"_ZNSt12__basic_fileI", "", "_ZNSt12__basic_fileIcED1Ev", stream},
    {"_ZNSt7__cxx1115basic_stringbufI", "", "_ZNSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE8overflowEi",
     stream},
    {"_ZNKSt7__cxx1115basic_stringbufI", "", "_ZNKSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv", stream},
    {"_ZNSt7__cxx1118basic_stringstreamI", "", "_ZNSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEEC1Ev",
     stream},
    {"_ZNKSt7__cxx1118basic_stringstreamI", "", "_ZNKSt7__cxx1118basic_stringstreamIcSt11char_traitsIcESaIcEE3strEv",
     stream},
    {"_ZNSt7__cxx1119basic_ostringstreamI", "", "_ZNSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEEC1Ev",
     stream},
    {"_ZNKSt7__cxx1119basic_ostringstreamI", "", "_ZNKSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv",
     stream},
    {"_ZNSt7__cxx1119basic_istringstreamI", "", "_ZNSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEED1Ev",
     stream},
    {"_ZNKSt7__cxx1119basic_istringstreamI", "", "_ZNKSt7__cxx1119basic_istringstreamIcSt11char_traitsIcESaIcEE3strEv",
     stream},

    {"_ZNSt7__cxx1112basic_stringI", "", "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm", text},
    {"_ZNKSt7__cxx1112basic_stringI", "", "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE4findEPKcmm",
     text_reader},
    {"_ZNKRSt7__cxx11", "basic_", "_ZNKRSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv", stream},
    {"_ZNOSt7__cxx11", "basic_", "_ZNOSt7__cxx1119basic_ostringstreamIcSt11char_traitsIcESaIcEE3strEv", stream},
    {"_ZNSaIc", "", "_ZNSaIcEC1Ev", facts::quiet},
    {"_ZNSs", "", "_ZNSs6appendEPKcm", text},
    {"_ZNKSs", "", "_ZNKSs4findEPKcmm", text_reader},
    {"_ZStplIc", "basic_string", "_ZStplIcSt11char_traitsIcESaIcEENSt7__cxx1112basic_stringIT_T0_T1_EEPKS5_RKS8_",
     text},
    {"_ZSt8to_charsPc", "", "_ZSt8to_charsPcS_d", {.never_throws = true, .writes_arguments = true}},
    {"_ZSt10from_charsPKc",
     "",
     "_ZSt10from_charsPKcS0_RdSt12chars_format",
     {.never_throws = true, .writes_arguments = true}},

    {"_ZNSt6locale", "", "_ZNSt6localeC1Ev", text},
    {"_ZNKSt6locale", "", "_ZNKSt6locale4nameB5cxx11Ev", text_reader},
    {"_ZNKSt5ctypeI", "", "_ZNKSt5ctypeIcE13_M_widen_initEv", text_reader},
    {"_ZSt9use_facetI", "", "_ZSt9use_facetISt5ctypeIcEERKT_RKSt6locale", text_reader},
    {"_ZSt9has_facetI", "", "_ZSt9has_facetISt5ctypeIcEEbRKSt6locale", text_reader},

    // Constructors, destructors and what() of the standard exceptions.
    {"_ZNSt9exception", "", "_ZNSt9exceptionD2Ev", text},
    {"_ZNKSt9exception", "", "_ZNKSt9exception4whatEv", text_reader},
    {"_ZNSt13bad_exception", "", "_ZNSt13bad_exceptionD1Ev", text},
    {"_ZNSt9bad_alloc", "", "_ZNSt9bad_allocD1Ev", text},
    {"_ZNSt20bad_array_new_length", "", "_ZNSt20bad_array_new_lengthD1Ev", text},
    {"_ZNSt8bad_cast", "", "_ZNSt8bad_castD1Ev", text},
    {"_ZNSt10bad_typeid", "", "_ZNSt10bad_typeidD1Ev", text},
    {"_ZNSt12bad_weak_ptr", "", "_ZNSt12bad_weak_ptrD1Ev", text},
    {"_ZNSt17bad_function_call", "", "_ZNSt17bad_function_callD1Ev", text},
    {"_ZNSt11logic_error", "", "_ZNSt11logic_errorC1EPKc", text},
    {"_ZNKSt11logic_error", "", "_ZNKSt11logic_error4whatEv", text_reader},
    {"_ZNSt12domain_error", "", "_ZNSt12domain_errorC1EPKc", text},
    {"_ZNSt12length_error", "", "_ZNSt12length_errorC1EPKc", text},
    {"_ZNSt12out_of_range", "", "_ZNSt12out_of_rangeC1EPKc", text},
    {"_ZNSt16invalid_argument", "", "_ZNSt16invalid_argumentC1EPKc", text},
    {"_ZNSt13runtime_error", "", "_ZNSt13runtime_errorC1EPKc", text},
    {"_ZNKSt13runtime_error", "", "_ZNKSt13runtime_error4whatEv", text_reader},
    {"_ZNSt11range_error", "", "_ZNSt11range_errorC1EPKc", text},
    {"_ZNSt14overflow_error", "", "_ZNSt14overflow_errorC1EPKc", text},
    {"_ZNSt15underflow_error", "", "_ZNSt15underflow_errorC1EPKc", text},
    {"_ZNSt12system_error", "", "_ZNSt12system_errorD1Ev", text},
    {"_ZNSt14error_category", "", "_ZNSt14error_categoryD1Ev", text},
    {"_ZNKSt14error_category", "", "_ZNKSt14error_category10equivalentERKSt10error_codei", text_reader},
    {"_ZNSt3_V2", "_category", "_ZNSt3_V215system_categoryEv", text_reader},
    {"_ZNSt15__exception_ptr13exception_ptr", "", "_ZNSt15__exception_ptr13exception_ptrC1ERKS0_", text},
    {"_ZNKSt15__exception_ptr13exception_ptr", "", "_ZNKSt15__exception_ptr13exception_ptr20__cxa_exception_typeEv",
     text_reader},

    {"_ZNSt6chrono3_V2", "", "_ZNSt6chrono3_V212steady_clock3nowEv", facts::quiet},
    {"_ZNSt13random_device", "", "_ZNSt13random_device9_M_getvalEv", text},
    {"_ZNKSt13random_device", "", "_ZNKSt13random_device13_M_getentropyEv", text_reader},
    {"_ZNKSt4hashI", "", "_ZNKSt4hashIeEclEe", facts::quiet},
    {"_ZNKSt9type_info", "", "_ZNKSt9type_info14__is_pointer_pEv", facts::quiet},
    {"_ZNSt18condition_variable", "", "_ZNSt18condition_variable10notify_oneEv", text},
    {"_ZNSt10filesystem", "", "_ZNSt10filesystem12current_pathB5cxx11Ev", text},
    {"_ZNKSt10filesystem", "", "_ZNKSt10filesystem18directory_iteratordeEv", text_reader},

    {"omp_get_", "", "omp_get_thread_num", facts::quiet},
    {"omp_set_", "", "omp_set_num_threads", facts::quiet_writer},
    {"omp_in_", "", "omp_in_parallel", facts::quiet},
    {"omp_init_", "", "omp_init_lock", facts::quiet_writer},
    {"omp_destroy_", "", "omp_destroy_lock", facts::quiet_writer},
    {"omp_unset_", "", "omp_unset_lock", facts::quiet_writer},
    {"omp_test_", "", "omp_test_lock", facts::quiet_writer},
};

} // namespace

std::span<const CallGroup> cxx_library_calls() { return groups; }
std::span<const CallFamily> cxx_library_families() { return families; }

} // namespace cotangent::rules
